// The dialect of Cohere, version 2: chats, embeddings and reranking. The README lists what a translation loses.
import type { Adapter } from '../../values/adapter.ts'
import { vendorError } from '../../wire/error.ts'
import { translatedChats } from '../../wire/translated-chats.ts'
import { cohereRerank } from '../rerank/cohere-rerank.ts'
import { convertReply } from './convert-reply.ts'
import { convertRequest } from './convert-request.ts'
import { embed } from './embed.ts'
import { mapStream } from './map-stream.ts'

export const cohere: Adapter = {
  endpoints: {
    'chat/completions': translatedChats({ request: convertRequest, reply: convertReply, stream: mapStream }),
    embeddings: embed,
    rerank: cohereRerank,
  },
  error: vendorError,
}
