import { isJsonObject, type Json } from '../data'
import type {
  GenerateContentChunk,
  GenerateContentEvent,
  InteractionEvent,
  InteractionsEvent,
} from '../providers'
import { type Cutting, cut, type Dice, diceOf, taken } from './cutting'
import type { Piece, Script, ScriptCall } from './script'

type Candidate = NonNullable<GenerateContentChunk['candidates']>[number]
type Part = NonNullable<NonNullable<NonNullable<Candidate['content']>['parts']>[number]>

/** A script as chunks of generateContent: several parts to a chunk or one, the counts so far with each, candidates in turns. */
export const googleEvents = (script: Script, cutting: Cutting): readonly GenerateContentEvent[] => {
  const dice = diceOf(cutting)
  const queues = script.choices.map(({ pieces, finish }, index): readonly Candidate[] => {
    const parts = pieces.flatMap((piece) => partsOf(piece, dice))
    const candidates = grouped(parts, dice).map(
      (group): Candidate => ({ ...(index > 0 && { index }), content: { role: 'model', parts: group } }),
    )
    return [...candidates, { index, content: {}, finishReason: finish === 'length' ? 'MAX_TOKENS' : 'STOP' }]
  })
  const chunks = taken(queues, dice).map((candidate): GenerateContentChunk => {
    const position = candidate.index ?? 0
    return {
      responseId: script.id,
      modelVersion: script.model,
      candidates: [{ ...candidate, ...(position > 0 && { index: position }) }],
      ...(script.usage !== undefined && { usageMetadata: { promptTokenCount: script.usage.input } }),
    }
  })
  const { usage } = script
  if (usage === undefined) return chunks
  const thoughts = dice(usage.output + 1)
  const counts = { candidatesTokenCount: usage.output - thoughts, thoughtsTokenCount: thoughts }
  return [
    ...chunks,
    {
      usageMetadata: {
        ...counts,
        promptTokenCount: usage.input,
        totalTokenCount: usage.input + usage.output,
      },
    },
  ]
}

const grouped = <T>(items: readonly T[], dice: Dice): readonly (readonly T[])[] => {
  const groups: T[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last === undefined || dice(3) < 2) groups.push([item])
    else last.push(item)
  }
  return groups
}

const partsOf = (piece: Piece, dice: Dice): readonly Part[] => {
  if (piece.type === 'tool-calls') return piece.calls.flatMap((call) => callParts(call, dice))
  return cut(piece.text, dice).map(
    (text): Part => (piece.type === 'reasoning' ? { text, thought: true } : { text }),
  )
}

/** A call comes whole or, where its arguments are of values only, in pieces that name their paths. */
const callParts = ({ name, arguments: args }: ScriptCall, dice: Dice): readonly Part[] => {
  const leaves = leavesOf(args, '$')
  if (leaves === undefined || dice(2) === 0) return [{ functionCall: { name, args } }]
  const pieces = leaves.flatMap(([jsonPath, value]): readonly object[] => {
    if (typeof value !== 'string') return [{ jsonPath, ...fieldOf(value) }]
    const fragments = cut(value, dice)
    return [
      ...fragments.map((stringValue) => ({ jsonPath, stringValue, willContinue: true })),
      { jsonPath, stringValue: '' },
    ]
  })
  return [
    { functionCall: { name, willContinue: true } },
    ...grouped(pieces, dice).map(
      (partialArgs): Part => ({ functionCall: { partialArgs, willContinue: true } }),
    ),
    { functionCall: {} },
  ]
}

type Leaf = string | number | boolean | null

const fieldOf = (value: Exclude<Leaf, string>): object => {
  if (value === null) return { nullValue: 'NULL_VALUE' }
  return typeof value === 'number' ? { numberValue: value } : { boolValue: value }
}

/** The values and their paths, in the order of the text; undefined where an empty container has no value to show it. */
const leavesOf = (
  value: Json,
  path: string,
): readonly (readonly [path: string, value: Leaf])[] | undefined => {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  const inner = isJsonObject(value)
    ? Object.entries(value).map(([key, item]) => leavesOf(item, `${path}[${JSON.stringify(key)}]`))
    : value.map((item, index) => leavesOf(item, `${path}[${index}]`))
  return inner.length === 0 || inner.includes(undefined) ? undefined : inner.flatMap((leaves) => leaves ?? [])
}

/** A script as events of an interaction: a step for each piece and each call, its fragments as deltas, the status at the end. */
export const interactionsEvents = (script: Script, cutting: Cutting): readonly InteractionsEvent[] => {
  const dice = diceOf(cutting)
  const { pieces, finish } = script.choices[0] ?? { pieces: [], finish: 'stop' }
  const steps = pieces.flatMap((piece) => stepsOf(piece, dice))
  const hasCalls = pieces.some((piece) => piece.type === 'tool-calls')
  const status = finish === 'length' ? 'incomplete' : hasCalls ? 'requires_action' : 'completed'
  const resource = { id: script.id, model: script.model }
  return [
    { event_type: 'interaction.created', interaction: { ...resource, status: 'in_progress' } },
    ...steps.flatMap(({ start, deltas }, index): readonly InteractionEvent[] => [
      { event_type: 'step.start', index, step: start },
      ...deltas.map((delta): InteractionEvent => ({ event_type: 'step.delta', index, delta })),
      { event_type: 'step.stop', index },
    ]),
    {
      event_type: 'interaction.completed',
      interaction: {
        ...resource,
        status,
        ...(script.usage !== undefined && { usage: usageOf(script.usage, dice) }),
      },
    },
    '[DONE]',
  ]
}

const usageOf = ({ input, output }: NonNullable<Script['usage']>, dice: Dice) => {
  const thoughts = dice(output + 1)
  return {
    total_input_tokens: input,
    total_output_tokens: output - thoughts,
    total_thought_tokens: thoughts,
    total_tokens: input + output,
  }
}

interface StepScript {
  readonly start: NonNullable<InteractionEvent['step']>
  readonly deltas: readonly NonNullable<InteractionEvent['delta']>[]
}

const stepsOf = (piece: Piece, dice: Dice): readonly StepScript[] => {
  if (piece.type !== 'tool-calls') {
    const fragments = cut(piece.text, dice)
    return piece.type === 'reasoning'
      ? [
          {
            start: { type: 'thought' },
            deltas: fragments.map((text) => ({ type: 'thought_summary', content: { type: 'text', text } })),
          },
        ]
      : [{ start: { type: 'model_output' }, deltas: fragments.map((text) => ({ type: 'text', text })) }]
  }
  return piece.calls.map((call) => ({
    start: { type: 'function_call', id: `call${dice(1_000_000)}`, name: call.name, arguments: {} },
    deltas: cut(JSON.stringify(call.arguments), dice).map((fragment) => ({
      type: 'arguments_delta',
      arguments: fragment,
    })),
  }))
}
