import { cpuMs } from '../../bench/measure'

/** Keeps the processor busy for as many milliseconds. */
export const spin = (ms: number): void => {
  const end = cpuMs() + ms
  while (cpuMs() < end);
}
