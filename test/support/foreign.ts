import type { Conversation } from '../../src'
import { call, result } from './turns'

/** A tool turn as other providers' responses have it, with all that only they can read. */
export const foreignTurn: Conversation = [
  { role: 'user', content: 'Add.' },
  {
    role: 'assistant',
    extra: { reasoning_content: '' },
    content: [
      { type: 'reasoning', content: ['hm'], summary: [], signature: 'theirs' },
      { type: 'reasoning', content: [], summary: ['s'], encrypted: 'E', extra: { id: 'rs_1' } },
      {
        type: 'text',
        text: 'Wait.',
        citations: [{ type: 'char_location', cited_text: 'so' }],
        extra: { id: 'msg_1' },
      },
      {
        type: 'server-tool-call',
        id: 's1',
        name: 'web_search',
        input: {},
        raw: { type: 'server_tool_use', id: 's1' },
      },
      { type: 'server-tool-result', id: 's1', output: [], raw: { type: 'web_search_tool_result' } },
      { type: 'source', url: 'https://e.example', raw: { url: 'https://e.example' } },
      { type: 'file', mediaType: 'image/png', data: 'AA==', raw: { type: 'image_generation_call' } },
      { type: 'audio', data: 'AA==', transcript: 'hm' },
      { type: 'unknown', raw: { type: 'compaction', content: 'sum' } },
      { type: 'refusal', text: 'Not that.' },
      call({ id: 'toolu_1', extra: { caller: { type: 'direct' } } }),
    ],
  },
  result('toolu_1', '2'),
]
