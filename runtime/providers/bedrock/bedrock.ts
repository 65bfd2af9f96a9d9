// The dialect of the first cloud: Converse for chats, the bodies of the models' makers for embeddings. README.md here
// says what a translation loses.
import type { Adapter } from '../adapter.ts'
import { address } from './address.ts'
import { authentication } from './authentication.ts'
import { convertEmbeddings } from './convert-embeddings.ts'
import { convertReply } from './convert-reply.ts'
import { convertRequest } from './convert-request.ts'
import { convertVectors } from './convert-vectors.ts'
import { mapStream } from './map-stream.ts'
import { readError } from './read-error.ts'

export const bedrock: Adapter = {
  endpoints: {
    'chat/completions': {
      request: convertRequest,
      reply: convertReply,
      stream: mapStream,
      framing: 'frames',
    },
    embeddings: { request: convertEmbeddings, reply: convertVectors },
  },
  error: readError,
  address,
  authentication,
}
