import { joinNeighbours, type Piece, type Script } from './script'

/** A script as far as a wire goes that knows no refusals. */
export const withoutRefusals = (script: Script): Script => ({
  ...script,
  choices: script.choices.map((choice) => ({
    ...choice,
    pieces: joinNeighbours(choice.pieces.filter((piece: Piece) => piece.type !== 'refusal')),
  })),
})

/** A script as far as a wire goes that knows one answer, no refusals, and not all of the response's identity. */
export const singleAnswer = (script: Script, known: Partial<Pick<Script, 'id' | 'model'>>): Script => {
  const { choices, ...rest } = withoutRefusals(script)
  return { ...rest, id: '', model: '', ...known, choices: choices.slice(0, 1) }
}
