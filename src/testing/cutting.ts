/**
 * Decides how a text is cut into fragments and in which order choices and calls take turns: a list of numbers that is read round and round. The
 * same script with any two of them folds to the same response.
 */
export type Cutting = readonly number[]

/** Gives a number below `sides`. */
export type Dice = (sides: number) => number

/** Reads a cutting round and round. */
export const diceOf = (cutting: Cutting): Dice => {
  let position = 0
  return (sides) => (cutting.length === 0 ? 0 : Math.abs(cutting[position++ % cutting.length] ?? 0) % sides)
}

/** Cuts a text anywhere, inside surrogate pairs too. */
export const cut = (text: string, dice: Dice): readonly string[] => {
  const fragments: string[] = []
  for (let start = 0; start < text.length; ) {
    const length = 1 + dice(Math.max(1, text.length - start))
    fragments.push(text.slice(start, start + length))
    start += length
  }
  return fragments
}

/** All items of all queues, each queue in its order, the queues in turns. */
export const taken = <T>(queues: readonly (readonly T[])[], dice: Dice): readonly T[] => {
  const rest = queues.map((queue) => [...queue])
  const items: T[] = []
  for (;;) {
    const open = rest.filter((queue) => queue.length > 0)
    const next = open[dice(Math.max(1, open.length))]?.shift()
    if (next === undefined) return items
    items.push(next)
  }
}
