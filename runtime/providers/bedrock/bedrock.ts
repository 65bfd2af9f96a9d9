// The dialect of AWS Bedrock: Converse for chats, model-specific bodies for embeddings, reranking, completions and
// images. The README lists what a translation loses.
import type { Adapter } from '../../values/adapter.ts'
import { linkedMediaUrls } from '../../wire/linked-media.ts'
import { authentication } from './authentication.ts'
import { baseUrl, resourceOrigins } from './base-url.ts'
import { completions } from './completions/completions.ts'
import { convertEmbeddingReply } from './convert-embedding-reply.ts'
import { convertEmbeddingRequest, maxTexts } from './convert-embedding-request.ts'
import { convertReply } from './convert-reply.ts'
import { convertRequest } from './convert-request.ts'
import { countTokens } from './count-tokens.ts'
import { images } from './images/images.ts'
import { mapStream } from './map-stream.ts'
import { readError } from './read-error.ts'
import { rerank } from './rerank.ts'
import { resources } from './resources/resources.ts'

export const bedrock: Adapter = {
  endpoints: {
    'chat/completions': {
      request: convertRequest,
      mediaLinks: linkedMediaUrls,
      reply: convertReply,
      stream: mapStream,
      framing: 'frames',
    },
    embeddings: { request: convertEmbeddingRequest, reply: convertEmbeddingReply, maxInputs: maxTexts },
    rerank,
    completions,
    'messages/count_tokens': countTokens,
    'images/generations': images,
  },
  resources,
  resourceOrigins,
  error: readError,
  baseUrl,
  authentication,
}
