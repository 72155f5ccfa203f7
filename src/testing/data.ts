/** Freezes a value through and through. */
export const deepFreeze = <T>(value: T): T => {
  const open: unknown[] = [value]
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    open.push(...Object.values(next))
  }
  return value
}

/** The value after a round trip through JSON. */
export const revive = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T // JSON in, the same JSON out

/**
 * Where two values differ, in words; undefined where they do not. Own properties are compared and nothing else: `__proto__` as a key too, and an
 * absent key is not the same as an undefined one.
 */
export const difference = (actual: unknown, wanted: unknown, path = ''): string | undefined => {
  if (actual === wanted) return undefined // -0 and 0 too: JSON text does not tell them apart
  if (typeof actual !== 'object' || typeof wanted !== 'object' || actual === null || wanted === null) {
    return `${path || 'the value'} is ${show(actual)}, not ${show(wanted)}`
  }
  if (!isPlain(actual) || !isPlain(wanted)) return `${path || 'the value'} is no plain data`
  if (Array.isArray(actual) !== Array.isArray(wanted))
    return `${path || 'the value'} is another kind of container`
  const keys = new Set([...Object.keys(actual), ...Object.keys(wanted)])
  for (const key of keys) {
    if (!Object.hasOwn(actual, key)) return `${path}.${key} is missing`
    if (!Object.hasOwn(wanted, key)) return `${path}.${key} is there, but should not be`
    const found = difference(ownOf(actual, key), ownOf(wanted, key), `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}

const ownOf = (holder: object, key: string): unknown => Object.getOwnPropertyDescriptor(holder, key)?.value

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
