// Anthropic's Messages API. What the conversion loses is documented in ../README.md.

import type { InboundApi } from '../inbound-api.ts'
import { readCompleteOutput } from '../output/read-complete-output.ts'
import { convertRequest } from './convert-request.ts'
import { encodeStream } from './encode-stream.ts'
import { errorMessage } from './message-error.ts'
import { completeMessage } from './message-object.ts'

export const messagesApi: InboundApi = {
  request: convertRequest,
  reply: (chat, context) => completeMessage(readCompleteOutput(chat, context.identifier), context),
  stream: encodeStream,
  error: errorMessage,
}
