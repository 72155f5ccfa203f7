import type { ContentPart, Conversation, Provider } from '../../frames'

/**
 * A conversation in which only what a dialect's servers can read is opaque: of messages that came from others it has what every provider understands.
 *
 * @param reads the dialects whose opaque data the servers take
 */
export const portableTo = (conversation: Conversation, reads: readonly Provider[]): Conversation =>
  conversation.map((message) =>
    message.role !== 'assistant' || message.provider === undefined || reads.includes(message.provider)
      ? message
      : { role: 'assistant', content: message.content.flatMap(portablePart) },
  )

/**
 * Words, calls and files go on. Signatures, encrypted reasoning, the wire's other fields, citations in a form of its own, and tools that the other
 * provider ran stay behind: nobody else can read them, and most refuse them.
 */
const portablePart = (part: ContentPart): readonly ContentPart[] => {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return [{ type: part.type, text: part.text }]
    case 'reasoning':
      return isSilent(part.content) && isSilent(part.summary)
        ? []
        : [{ type: 'reasoning', content: part.content, summary: part.summary }]
    case 'tool-call': {
      const { extra: _extra, ...call } = part
      return [call]
    }
    case 'audio':
      return part.transcript === '' ? [] : [{ type: 'text', text: part.transcript }]
    case 'file': {
      const { mediaType, url, data } = part
      const where = { ...(mediaType !== undefined && { mediaType }), ...(url !== undefined && { url }) }
      return [{ type: 'file', ...where, ...(data !== undefined && { data }), raw: null }]
    }
    case 'source':
    case 'server-tool-call':
    case 'server-tool-result':
    case 'unknown':
      return []
  }
}

const isSilent = (sections: readonly string[]): boolean => sections.every((text) => text === '')
