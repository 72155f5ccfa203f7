// What a step costs is counted, never timed.

/**
 * How many characters of text were given to string methods and to JSON while `work` ran: what it costs to look into strings. Appending
 * with `+` looks at nothing and is not counted.
 */
export const charactersLookedAt = (work: () => void): number => {
  let looked = 0
  const restore: (() => void)[] = []
  const watch = (owner: object, name: string, sizeOf: (self: unknown, first: unknown) => number): void => {
    const original = Object.getOwnPropertyDescriptor(owner, name)
    const method: unknown = original?.value
    if (original === undefined || typeof method !== 'function') return
    const counted = function (this: unknown, ...given: readonly unknown[]): unknown {
      looked += sizeOf(this, given[0])
      return Reflect.apply(method, this, given)
    }
    Object.defineProperty(owner, name, { ...original, value: counted })
    restore.push(() => Object.defineProperty(owner, name, original))
  }
  const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0)
  for (const name of Object.getOwnPropertyNames(String.prototype)) {
    if (name !== 'constructor') watch(String.prototype, name, lengthOf)
  }
  for (const name of ['exec', 'test']) watch(RegExp.prototype, name, (_regExp, input) => lengthOf(input))
  watch(JSON, 'parse', (_json, input) => lengthOf(input))
  watch(JSON, 'stringify', (_json, input) => lengthOf(input) + Object.keys(Object(input)).length)
  try {
    work()
  } finally {
    for (const undo of restore) undo()
  }
  return looked
}

/** How many fields the objects in `value` have that were not there before: what a step has made anew. Adds them to `seen`. */
export const freshFields = (seen: WeakSet<object>, value: unknown): number => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0
  seen.add(value)
  return Object.values(value).reduce<number>((sum, field) => sum + 1 + freshFields(seen, field), 0)
}
