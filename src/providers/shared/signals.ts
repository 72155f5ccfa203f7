import type { Issue, IssueCode, IssueSignal } from '../../frames'

/** The place of a frame: `choice` is left out for choice 0. */
export const place = (part: number, choice: number): { readonly part: number; readonly choice?: number } =>
  choice === 0 ? { part } : { part, choice }

export const issue = (
  code: IssueCode,
  message: string,
  at: Pick<Issue, 'part' | 'choice'> = {},
): IssueSignal => ({
  type: 'issue',
  issue: { code, message, ...at },
})

/** Runs `step` over `items`, handing each the state that the one before left, and joins what they say. */
export const mapAccum = <S, A, B>(
  state: S,
  items: readonly A[],
  step: (state: S, item: A, position: number) => readonly [S, readonly B[]],
): readonly [S, readonly B[]] => {
  let current = state
  const said: B[] = []
  for (let position = 0; position < items.length; position++) {
    const [next, more] = step(current, items[position] as A, position) // within the length
    current = next
    for (const one of more) said.push(one)
  }
  return [current, said]
}
