import { isRecord, toJson, toJsonObject } from '../../data'
import type { SourcePart } from '../../frames'
import { textOf } from '../shared/fields'
import { toFilePart } from '../shared/file'
import { restOf } from '../shared/rest'
import { issue } from '../shared/signals'
import { readCall } from './calls'
import { choiceOf, type Desk, type Said, sayWhole, withLane } from './desk'
import type { GeminiPart } from './events'
import { readText } from './text'

/** Reads one entry of `parts`, by the one field that says what it is. */
export const readPart = (desk: Desk, part: GeminiPart): Said => {
  if (!isRecord(part)) {
    return [
      desk,
      [issue('malformed-event', 'An entry of `parts` is no object; it was left out.', choiceOf(desk))],
    ]
  }
  const { functionCall, executableCode, codeExecutionResult, toolCall, toolResponse, inlineData, fileData } =
    part
  if (isRecord(functionCall)) return readCall(desk, part, functionCall)
  if (isRecord(executableCode)) {
    const { id: _id, ...input } = toJsonObject(executableCode)
    return sayHosted(desk, part, executableCode.id, 'code_execution', input)
  }
  if (isRecord(toolCall))
    return sayHosted(desk, part, toolCall.id, textOf(toolCall.toolType), toolCall.args ?? {})
  if (isRecord(codeExecutionResult)) {
    const { id: _id, ...output } = toJsonObject(codeExecutionResult)
    return sayResult(desk, part, codeExecutionResult.id, output)
  }
  if (isRecord(toolResponse)) return sayResult(desk, part, toolResponse.id, toolResponse.response)
  if (isRecord(inlineData))
    return sayWhole(desk, toFilePart(inlineData.mimeType, undefined, inlineData.data, part))
  if (isRecord(fileData))
    return sayWhole(desk, toFilePart(fileData.mimeType, fileData.fileUri, undefined, part))
  return typeof part.text === 'string' || restOf(part, TEXT_FIELDS) === null
    ? readText(desk, part)
    : sayWhole(desk, { type: 'unknown', raw: toJson(part) })
}

const TEXT_FIELDS: ReadonlySet<string> = new Set(['thought', 'thoughtSignature'])

/** A call that the provider runs itself; one without an id gets one, so that its result can name it. */
const sayHosted = (desk: Desk, part: GeminiPart, wireId: unknown, name: string, input: unknown): Said => {
  const { hosted, choice } = desk.lane
  const id = textOf(wireId) || (choice === 0 ? `hosted_${hosted}` : `hosted_${choice}_${hosted}`)
  const content = { type: 'server-tool-call', id, name, input: toJson(input), raw: toJson(part) } as const
  return sayWhole(withLane(desk, { hosted: hosted + 1, hostedId: id }), content)
}

const sayResult = (desk: Desk, part: GeminiPart, wireId: unknown, output: unknown): Said =>
  sayWhole(desk, {
    type: 'server-tool-result',
    id: textOf(wireId) || desk.lane.hostedId,
    output: toJson(output),
    raw: toJson(part),
  })

/**
 * A citation, or a grounding chunk, which holds its address one level down: `{ web: { uri, title } }`; that of an image is the page it stands
 * on, `sourceUri`. Places in the text are left in `raw`: they count bytes.
 */
export const toSource = (raw: Readonly<Record<string, unknown>>): SourcePart => {
  const holder = 'uri' in raw || 'title' in raw ? raw : (Object.values(raw).find(isRecord) ?? raw)
  const url = textOf(holder['uri']) || textOf(holder['sourceUri'])
  const title = textOf(holder['title'])
  return {
    type: 'source',
    ...(url !== '' && { url }),
    ...(title !== '' && { title }),
    raw: toJson(raw),
  }
}
