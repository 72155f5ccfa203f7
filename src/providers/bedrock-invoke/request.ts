import { type MessagesRequest, messagesRequests } from '../anthropic/request'
import { wellFormed } from '../shared/turns'
import type { RequestWriter } from '../writer'

/**
 * The body of InvokeModelWithResponseStream for Claude: that of the Messages API, whose model stands in the path. Other makers' models have bodies of
 * their own, which are not written here; ConverseStream takes one body for all of them.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html
 */
export interface InvokeRequest extends Omit<MessagesRequest, 'model' | 'stream'> {
  readonly anthropic_version: 'bedrock-2023-05-31'
}

/** Writes requests of InvokeModelWithResponseStream to Claude. */
export const invokeRequests: RequestWriter<InvokeRequest> = {
  reads: messagesRequests.reads,
  messages: messagesRequests.messages,
  body: (turns, tools, settings) => {
    const {
      model: _model,
      stream: _stream,
      ...body
    } = messagesRequests.body(turns, tools, { ...settings, extra: {} })
    return wellFormed({
      anthropic_version: 'bedrock-2023-05-31',
      ...body,
      ...settings.extra,
    })
  },
}
