// Anthropic's Messages API. What the conversion loses is documented in ../README.md.
import { readCompleteOutput } from '../output/read-complete-output.ts'
import type { InboundApi } from '../inbound-api.ts'
import { convertRequest } from './convert-request.ts'
import { errorMessage } from './message-error.ts'
import { completeMessage } from './message-object.ts'
import { encodeStream } from './encode-stream.ts'

export const messagesApi: InboundApi = {
  request: convertRequest,
  reply: (chat, context) => completeMessage(readCompleteOutput(chat, context.identifier), context),
  stream: encodeStream,
  error: errorMessage,
}
