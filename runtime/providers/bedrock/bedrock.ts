// The dialect of AWS Bedrock: Converse for chats, model-specific bodies for embeddings, reranking, completions and
// images. The README lists what a translation loses.

import { createResultsReader } from '../../resources/object-storage/batch-results.ts'
import { objectStoreBatches } from '../../resources/object-storage/object-store-batches.ts'
import { objectStoreFiles } from '../../resources/object-storage/object-store-files.ts'
import { objectStoreJobs } from '../../resources/object-storage/object-store-jobs.ts'
import type { Adapter } from '../../values/adapter.ts'
import type { ResourceAdapters } from '../../values/resource-operation.ts'
import { linkedMediaUrls } from '../../wire/linked-media.ts'
import { translatedChats } from '../../wire/translated-chats.ts'
import { authentication } from './authentication.ts'
import { baseUrl, resourceOrigins } from './base-url.ts'
import { completions } from './completions/completions.ts'
import { convertReply } from './convert-reply.ts'
import { convertRequest } from './convert-request.ts'
import { countTokens } from './count-tokens.ts'
import { convertEmbeddingReply, convertEmbeddingRequest, maxTexts } from './embed.ts'
import { images } from './images.ts'
import { mapStream } from './map-stream.ts'
import { readError } from './read-error.ts'
import { rerank } from './rerank.ts'
import { batchService } from './resources/batch-service.ts'
import { openStore } from './resources/storage.ts'
import { tuningService } from './resources/tuning-service.ts'

/** Files, batches and training jobs of AWS. */
const resources: ResourceAdapters = {
  files: objectStoreFiles(openStore, createResultsReader(batchService)),
  batches: objectStoreBatches(batchService),
  'fine_tuning/jobs': objectStoreJobs(tuningService),
}

export const bedrock: Adapter = {
  endpoints: {
    'chat/completions': translatedChats({
      request: convertRequest,
      mediaLinks: linkedMediaUrls,
      reply: convertReply,
      stream: mapStream,
      framing: 'frames',
    }),
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
