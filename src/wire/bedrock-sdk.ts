import { fromBase64, isJsonObject, isRecord, type Json, toJson } from '../data'
import type { BedrockEvent, BedrockInvokeEvent, ConverseRequest } from '../providers'
import { utf8 } from './event-stream'
import { type Fields, tryJson } from './json'

/**
 * What `@aws-sdk/client-bedrock-runtime` gives, as the wire event it was: plain JSON for `bedrock` or `bedrock-invoke`. Pure.
 *
 * - An event of InvokeModelWithResponseStream is the model's own event, out of `chunk.bytes`; bytes that are no JSON become an `error`.
 * - Bytes become base64. The translator does as much by itself: events of ConverseStream may also be collected as they are.
 * - What the SDK does not know, `{ $unknown: [name, value] }`, stands under its name again.
 * - An exception of the service, which the SDK throws in place of the event, is the event. What else it throws is a lost connection or an
 *   abort, and for `close` to say.
 *
 * ```ts
 * try {
 *   for await (const event of stream) state = collect(state, { provider: 'bedrock', event: fromBedrockSdk(event) })
 * } catch (thrown) {
 *   if (!(thrown instanceof BedrockRuntimeServiceException)) throw thrown
 *   state = collect(state, { provider: 'bedrock', event: fromBedrockSdk(thrown) })
 * }
 * ```
 *
 * @see https://docs.aws.amazon.com/AWSJavaScriptSDK/v3/latest/client/bedrock-runtime/
 */
export function fromBedrockSdk(event: BedrockSdkChunk): BedrockInvokeEvent
export function fromBedrockSdk(event: object): BedrockEvent
export function fromBedrockSdk(event: object): BedrockInvokeEvent {
  const fields = event as Fields // any key of an object may be read
  const { chunk, name } = fields
  const bytes = isRecord(chunk) ? chunk['bytes'] : undefined
  if (ArrayBuffer.isView(bytes)) return modelEvent(utf8(bytes))
  const json = withNames(toJson(event))
  return '$fault' in event && typeof name === 'string' && isJsonObject(json)
    ? exceptionEvent(name, { ...json, message: toJson(fields['message']) })
    : (json as BedrockEvent) // every field is checked where it is read
}

/** An event of InvokeModelWithResponseStream. */
export interface BedrockSdkChunk {
  readonly chunk?: { readonly bytes?: Uint8Array | undefined } | undefined
}

const modelEvent = (text: string): BedrockInvokeEvent => {
  const json = tryJson(text)
  return isRecord(json) ? json : { error: { message: text } }
}

/** The name of the class begins with a capital, the member of the event does not; `$…` are the SDK's own fields. */
const exceptionEvent = (name: string, fields: Fields): BedrockEvent => {
  const own = Object.entries(fields).filter(([key]) => key !== 'name' && !key.startsWith('$'))
  return { [name.charAt(0).toLowerCase() + name.slice(1)]: Object.fromEntries(own) }
}

const withNames = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withNames)
  if (!isJsonObject(value)) return value
  const unknown = value['$unknown']
  const entries: readonly (readonly [string, Json])[] =
    Array.isArray(unknown) && typeof unknown[0] === 'string'
      ? [[unknown[0], unknown[1] ?? null]]
      : Object.entries(value)
  return Object.fromEntries(entries.map(([name, inner]) => [name, withNames(inner)]))
}

/**
 * The body of a ConverseStream request as `ConverseStreamCommand` takes it: what is base64 on the wire is bytes there. Pure.
 *
 * ```ts
 * const body = toRequest('bedrock')(conversation, tools, { model })
 * await client.send(new ConverseStreamCommand(toBedrockSdk(body)))
 * ```
 *
 * @throws TypeError for a file whose data is no base64: the caller's mistake.
 */
export const toBedrockSdk = (body: ConverseRequest): ConverseRequest<Uint8Array> =>
  ({
    ...body,
    messages: body.messages.map((message) => ({ ...message, content: message.content.map(withBytes) })),
  }) as ConverseRequest<Uint8Array> // every place that holds bytes is looked at

const withBytes = (block: object): object =>
  Object.fromEntries(Object.entries(block).map(([member, value]) => [member, inBytes(member, value)]))

const inBytes = (member: string, value: unknown): unknown => {
  if (!isRecord(value)) return value
  const { source, redactedContent, content } = value
  switch (member) {
    case 'image':
    case 'document':
    case 'video':
    case 'audio':
      return isRecord(source) && typeof source['bytes'] === 'string'
        ? { ...value, source: { bytes: bytesOf(source['bytes']) } }
        : value
    case 'reasoningContent':
      return typeof redactedContent === 'string' ? { redactedContent: bytesOf(redactedContent) } : value
    case 'toolResult':
      return Array.isArray(content) ? { ...value, content: content.map(withBytes) } : value
    default:
      return value
  }
}

const bytesOf = (base64: string): Uint8Array => {
  const bytes = fromBase64(base64)
  if (bytes === undefined) throw new TypeError('The data of a file is no base64.')
  return bytes
}
