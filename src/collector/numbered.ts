import type { ContentPart } from '../frames'
import { slotAt } from './pen'
import { mainChoice } from './respond'
import type { CollectorState } from './state'

/** A part so far, and its number as frames have it. */
export interface NumberedPart {
  readonly part: number
  readonly content: ContentPart
}

/** The parts of the answer so far, in stream order. */
export const answerParts = (state: CollectorState): readonly NumberedPart[] =>
  numberedParts(state, mainChoice(state.head))

/** The parts of every choice so far, in stream order. */
export const allParts = (state: CollectorState): readonly NumberedPart[] => numberedParts(state, 'all')

const numberedParts = (state: CollectorState, choice: number | 'all'): readonly NumberedPart[] => {
  const numbered: NumberedPart[] = []
  for (let part = 0; part < state.parts.size; part++) {
    const slot = slotAt(state, part)
    if (slot === undefined || slot.state === 'void') continue
    if (choice === 'all' || slot.choice === choice) numbered.push({ part, content: slot.content })
  }
  return numbered
}
