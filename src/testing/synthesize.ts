import type { ContentPart, FinishKind, LlmResponse, Provider } from '../frames'
import type { WireEvent } from '../providers'
import { withNeighboursJoined, withOneChoice, withoutIdentity, withoutRefusals } from './carrying'
import type { Cutting } from './cutting'
import type { Piece, Script, ScriptChoice } from './script'
import { messagesEvents } from './synthesize-anthropic'
import { converseEvents } from './synthesize-bedrock'
import { carriedByInvoke, invokeEvents } from './synthesize-bedrock-invoke'
import { chatEvents } from './synthesize-chat'
import { cohereEvents } from './synthesize-cohere'
import { googleEvents, interactionsEvents } from './synthesize-google'
import { mistralEvents } from './synthesize-mistral'
import { ollamaEvents } from './synthesize-ollama'
import { responsesEvents } from './synthesize-responses'

/** Puts scripts on the wire of one provider. */
interface Synthesizer<P extends Provider> {
  /** As much of a script as the wire can say: it may know no choices, no refusals, no ids. */
  readonly carries: (script: Script) => Script
  /** Its events, of a script that it carries whole. */
  readonly events: (script: Script, cutting: Cutting) => readonly WireEvent<P>[]
}

const everything = (script: Script): Script => script

/** Pieces of one type next to each other run together. */
const runs = (script: Script): Script => withNeighboursJoined(withoutRefusals(script))
const oneRun = (script: Script): Script => runs(withOneChoice(script))

/** Each piece is a block of its own. */
const oneAnswer = (script: Script): Script => withoutRefusals(withOneChoice(script))

const synthesizers: { readonly [P in Provider]: Synthesizer<P> } = {
  openai: { carries: everything, events: chatEvents },
  openrouter: { carries: everything, events: chatEvents },
  'bedrock-invoke': { carries: carriedByInvoke, events: invokeEvents },
  bedrock: { carries: (script) => withoutIdentity(oneAnswer(script), 'id', 'model'), events: converseEvents },
  anthropic: { carries: oneAnswer, events: messagesEvents },
  ollama: { carries: (script) => withoutIdentity(oneRun(script), 'id'), events: ollamaEvents },
  mistral: { carries: runs, events: mistralEvents },
  cohere: { carries: (script) => withoutIdentity(oneRun(script), 'model'), events: cohereEvents },
  google: { carries: runs, events: googleEvents },
  'google-interactions': { carries: oneRun, events: interactionsEvents },
  'openai-responses': { carries: withOneChoice, events: responsesEvents },
}

/** As much of a script as a provider's wire can say. */
export const carried = (provider: Provider, script: Script): Script => synthesizers[provider].carries(script)

/** Puts on the wire of a provider what it can carry of a script. */
export const synthesize = <P extends Provider>(
  provider: P,
  script: Script,
  cutting: Cutting,
): readonly WireEvent<P>[] => synthesizers[provider].events(carried(provider, script), cutting)

/** What a script says, in the response's words. Parts that a wire cannot carry otherwise are as every provider gives them. */
export interface Expected {
  readonly id: string
  readonly model: string
  readonly choices: readonly ExpectedChoice[]
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | undefined
}

export interface ExpectedChoice {
  readonly text: string
  readonly reasoning: string
  readonly refusal: string
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
  readonly parts: readonly string[]
  readonly finish: FinishKind
}

/** The answer that a script must fold to. */
export const expected = (script: Script): Expected => ({
  id: script.id,
  model: script.model,
  choices: script.choices.map(expectedChoice),
  usage:
    script.usage === undefined
      ? undefined
      : { inputTokens: script.usage.input, outputTokens: script.usage.output },
})

const expectedChoice = ({ pieces, finish }: ScriptChoice): ExpectedChoice => {
  const calls = pieces.flatMap((piece) => (piece.type === 'tool-calls' ? piece.calls : []))
  const refusal = joined(pieces, 'refusal')
  return {
    text: joined(pieces, 'text'),
    reasoning: joined(pieces, 'reasoning'),
    refusal,
    calls: calls.map((call) => ({ name: call.name, input: call.arguments })),
    parts: pieces.flatMap((piece) =>
      piece.type === 'tool-calls' ? piece.calls.map(() => 'tool-call') : [piece.type],
    ),
    finish:
      finish !== 'stop' ? finish : calls.length > 0 ? 'tool-calls' : refusal !== '' ? 'refusal' : 'stop',
  }
}

const joined = (pieces: readonly Piece[], type: 'text' | 'reasoning' | 'refusal'): string =>
  pieces.map((piece) => (piece.type === type ? piece.text : '')).join('')

/** A response reduced to what a script can tell. */
export const told = (response: LlmResponse): Expected => ({
  id: response.id ?? '',
  model: response.model ?? '',
  choices: [response, ...(response.alternatives ?? [])].map((answer) => ({
    text: answer.text,
    reasoning: answer.reasoning ?? '',
    refusal: answer.refusal ?? '',
    calls: answer.toolCalls.map((call) => ({
      name: call.name,
      input: call.input._tag === 'Right' ? call.input.right : call.input.left,
    })),
    parts: answer.message.content.map((part: ContentPart) => part.type),
    finish: answer.finishReason.kind,
  })),
  usage:
    response.usage === undefined
      ? undefined
      : { inputTokens: response.usage.inputTokens ?? 0, outputTokens: response.usage.outputTokens ?? 0 },
})
