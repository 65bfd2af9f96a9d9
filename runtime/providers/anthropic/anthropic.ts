// The dialect of Anthropic's Messages API. The README one folder up lists what a translation loses.
import type { Adapter } from '../../values/adapter.ts'
import { vendorError } from '../../wire/error.ts'
import { translatedChats } from '../../wire/translated-chats.ts'
import { convertReply } from './convert-reply.ts'
import { convertRequest } from './convert-request.ts'
import { mapStream } from './map-stream.ts'
import { batches } from './resources/batches.ts'
import { files } from './resources/files.ts'

export const anthropic: Adapter = {
  endpoints: {
    'chat/completions': translatedChats({ request: convertRequest, reply: convertReply, stream: mapStream }),
  },
  resources: { files, batches },
  error: vendorError,
}
