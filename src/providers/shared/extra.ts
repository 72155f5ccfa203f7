import { isRecord } from '../../data'

/** The caller's own fields over a body. Those of `nested`, where a dialect keeps most of its settings, are merged one by one. */
export const withExtra = (
  body: Readonly<Record<string, unknown>>,
  extra: Readonly<Record<string, unknown>> | undefined,
  ...nested: readonly string[]
): object => {
  const merged = nested.flatMap((name) => {
    const [own, more] = [body[name], extra?.[name]]
    return isRecord(own) && isRecord(more) ? [[name, { ...own, ...more }]] : []
  })
  return { ...body, ...extra, ...Object.fromEntries(merged) }
}

/** Undefined for an object that says nothing. */
export const unlessEmpty = <T extends object>(fields: T): T | undefined =>
  Object.values(fields).every((value) => value === undefined) ? undefined : fields
