import type { BedrockInvokeEvent } from '../providers'
import { withOneChoice, withoutRefusals } from './carrying'
import type { Cutting } from './cutting'
import type { Script } from './script'
import { messagesEvents } from './synthesize-anthropic'
import { chatEvents } from './synthesize-chat'

/** Two of the models behind one API: what Claude would say, and what ends by `length`, which gpt-oss says. */
const isOfChat = ({ choices }: Script): boolean => choices[0]?.finish === 'length'

export const carriedByInvoke = (script: Script): Script =>
  isOfChat(script) ? script : withoutRefusals(withOneChoice(script))

/** A script as the model's own events; they have no end mark that is no JSON object. */
export const invokeEvents = (script: Script, cutting: Cutting): readonly BedrockInvokeEvent[] =>
  (isOfChat(script) ? chatEvents(script, cutting) : messagesEvents(script, cutting)).filter(
    (event) => typeof event !== 'string',
  )
