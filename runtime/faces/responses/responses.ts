// The vendor's Responses API. Its errors are those of chats. What the conversion loses is documented in ../README.md.
import { readWhole } from '../answer/read-whole.ts'
import type { Face } from '../face.ts'
import { convertRequest } from './convert-request.ts'
import { wholeResponse } from './response-object.ts'
import { tellStream } from './tell-stream.ts'

export const responses: Face = {
  request: convertRequest,
  reply: (chat, context) => wholeResponse(readWhole(chat, context.identifier), context),
  stream: tellStream,
  error: body => body,
}
