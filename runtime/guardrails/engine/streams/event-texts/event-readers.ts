// How the texts of a stream are read event by event, by its format.
import { readChunkTexts } from './chunk-texts.ts'
import type { ReadEventTexts } from './event-texts.ts'
import { readMessageTexts } from './message-texts.ts'
import { readResponseTexts } from './response-texts.ts'

export const eventReaders: { readonly [format: string]: ReadEventTexts } = {
  chunks: readChunkTexts,
  messages: readMessageTexts,
  responses: readResponseTexts,
}
