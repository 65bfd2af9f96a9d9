// The dialect of Anthropic's Messages interface. What a translation loses stands in README.md one folder up.
import type { Adapter } from '../adapter.ts'
import { vendorError } from '../wire/error.ts'
import { batches } from './collections/batches.ts'
import { files } from './collections/files.ts'
import { convertReply } from './convert-reply.ts'
import { convertRequest } from './convert-request.ts'
import { mapStream } from './map-stream.ts'

export const anthropic: Adapter = {
  endpoints: {
    'chat/completions': { request: convertRequest, reply: convertReply, stream: mapStream },
  },
  collections: { files, batches },
  error: vendorError,
}
