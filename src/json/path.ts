import type { Container, JsonState } from './state'

/** The way from the whole to a value in it: keys of objects and indexes of arrays. */
export type JsonPath = readonly (string | number)[]

/**
 * Where the parser stands: the path of the value that is being read or comes next; where a key, a comma or an end comes next, that of the container
 * itself.
 */
export const pathOf = ({ mode, open }: JsonState): JsonPath => {
  switch (mode) {
    case 'first-key':
    case 'key':
    case 'in-key':
    case 'comma':
      return stepsTo(open?.parent ?? null)
    default:
      return stepsTo(open)
  }
}

/** The steps from the whole to what is open in a container. */
export const stepsTo = (container: Container | null): JsonPath => {
  const steps: (string | number)[] = []
  for (let outer = container; outer !== null; outer = outer.parent) steps.push(stepIn(outer))
  return steps.reverse()
}

/** The step from a container to what is open in it. */
export const stepIn = (container: Container): string | number =>
  container.type === 'array' ? container.count : container.key
