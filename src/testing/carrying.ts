import { joinNeighbours, type Script } from './script'

// As much of a script as a wire can say.

export const withOneChoice = (script: Script): Script => ({ ...script, choices: script.choices.slice(0, 1) })

/** For wires that know no refusals. */
export const withoutRefusals = (script: Script): Script => ({
  ...script,
  choices: script.choices.map(({ pieces, finish }) => ({
    pieces: pieces.filter(({ type }) => type !== 'refusal'),
    finish,
  })),
})

/** For wires on which nothing stands between two pieces of one type. */
export const withNeighboursJoined = (script: Script): Script => ({
  ...script,
  choices: script.choices.map(({ pieces, finish }) => ({ pieces: joinNeighbours(pieces), finish })),
})

/** For wires that do not tell the response's id, or its model. */
export const withoutIdentity = (script: Script, ...untold: readonly ('id' | 'model')[]): Script => ({
  ...script,
  ...(untold.includes('id') && { id: '' }),
  ...(untold.includes('model') && { model: '' }),
})
