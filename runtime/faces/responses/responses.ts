// The dialect of the vendor's Responses. Its errors are those of chats. What a translation loses stands in README.md one
// folder up.
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
