// How the texts of a stream are read event by event, by its format.
import { isPlainChunk, readChunkTexts } from './chunk-texts.ts'
import type { EventReader } from './event-texts.ts'
import { readMessageTexts } from './message-texts.ts'
import { readResponseTexts } from './response-texts.ts'

export const eventReaders: { readonly [format: string]: EventReader } = {
  chunks: { read: readChunkTexts, isAggregated: isPlainChunk },
  messages: { read: readMessageTexts, isAggregated: () => false },
  responses: { read: readResponseTexts, isAggregated: () => false },
}
