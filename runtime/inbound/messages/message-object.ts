// The message object.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { InboundContext } from '../inbound-api.ts'
import type { ChatOutput } from '../output/read-output.ts'
import { messageStop, messageUsage } from './message-finish.ts'
import { completeBlock } from './output-blocks.ts'

/** A message at its start: stop reason and usage are not known yet. */
export const messageStart = (output: ChatOutput, { model, identifier }: InboundContext): JsonObject => ({
  id: `msg_${identifier}`,
  type: 'message',
  role: 'assistant',
  model: output.model ?? model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: messageUsage(undefined),
})

export const completeMessage = (output: ChatOutput, context: InboundContext): JsonObject => ({
  ...messageStart(output, context),
  content: output.parts.map(completeBlock),
  ...messageStop(output),
  usage: messageUsage(output.usage),
})
