// Anthropic's Messages API. What the conversion loses is documented in ../README.md.
import { readWhole } from '../answer/read-whole.ts'
import type { Face } from '../face.ts'
import { convertRequest } from './convert-request.ts'
import { errorMessage } from './message-error.ts'
import { wholeMessage } from './message-object.ts'
import { tellStream } from './tell-stream.ts'

export const messages: Face = {
  request: convertRequest,
  reply: (chat, context) => wholeMessage(readWhole(chat, context.identifier), context),
  stream: tellStream,
  error: errorMessage,
}
