// The dialect of AWS Bedrock: Converse for chats, model-specific bodies for embeddings, reranking, completions and
// images. The README lists what a translation loses.
import type { Adapter } from '../adapter.ts'
import { linkedAddresses } from '../wire/linked-media.ts'
import { address, origins } from './address.ts'
import { authentication } from './authentication.ts'
import { collections } from './collections/collections.ts'
import { completions } from './completions/completions.ts'
import { convertEmbeddings } from './convert-embeddings.ts'
import { convertReply } from './convert-reply.ts'
import { convertRequest } from './convert-request.ts'
import { convertVectors } from './convert-vectors.ts'
import { countTokens } from './count-tokens.ts'
import { images } from './images/images.ts'
import { mapStream } from './map-stream.ts'
import { readError } from './read-error.ts'
import { rerank } from './rerank.ts'

export const bedrock: Adapter = {
  endpoints: {
    'chat/completions': {
      request: convertRequest,
      links: linkedAddresses,
      reply: convertReply,
      stream: mapStream,
      framing: 'frames',
    },
    embeddings: { request: convertEmbeddings, reply: convertVectors },
    rerank,
    completions,
    'messages/count_tokens': countTokens,
    'images/generations': images,
  },
  collections,
  origins,
  error: readError,
  address,
  authentication,
}
