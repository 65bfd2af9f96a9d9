// How the texts of a stream are read event by event, by its format.

import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../../schemas/values/json.ts'
import { isPlainChunk, readChunkTexts } from './chunk-texts.ts'
import {
  type EventReader,
  type EventText,
  NO_EVENT_TEXTS,
  pathOf,
  type ReadEventTexts,
} from './event-texts.ts'
import { hasOnly, otherTexts } from './other-texts.ts'

// The texts of the events of a response. None is known: their fields have the names of those of the reply.

export const readResponseTexts: ReadEventTexts = ({ data }, parsed) => {
  if (data === '[DONE]') return NO_EVENT_TEXTS
  const value = parsed ?? parseJson(data)
  return isObject(value) ? { value, texts: otherTexts(value, []), closes: [] } : 'error'
}

// The texts of the events of a message: those of its blocks, by index.

/** The fields of deltas, and of a block as it starts. */
const FIELDS = ['text', 'thinking', 'partial_json'] as const

const IN_EVENT: ReadonlySet<string> = new Set(['delta'])
const IN_DELTA: ReadonlySet<string> = new Set(FIELDS)

/** Whether a delta has nothing but a known text, as most have. */
const isPlainDelta = (event: JsonObject, texts: readonly EventText[]): boolean =>
  texts.length === 1 &&
  event['type'] === 'content_block_delta' &&
  hasOnly(event, IN_EVENT) &&
  hasOnly(asObject(event['delta']), IN_DELTA)

export const readMessageTexts: ReadEventTexts = ({ data }, parsed) => {
  if (data === '[DONE]') return NO_EVENT_TEXTS
  const value = parsed ?? parseJson(data)
  if (!isObject(value) || value['type'] === 'error') return 'error'
  const { type, index = 0, delta, content_block: block } = value
  const textsOf = (name: string, part: Json | undefined): readonly EventText[] =>
    FIELDS.flatMap(field => {
      const text = asObject(part)[field]
      return typeof text === 'string'
        ? [
            {
              key: `${String(index)} ${field}`,
              text,
              path: pathOf(name, field),
              isJson: field === 'partial_json',
              kind: field === 'thinking' ? 'reasoning' : 'answer',
            },
          ]
        : []
    })
  const texts = [
    ...(type === 'content_block_start' ? textsOf('content_block', block) : []),
    ...(type === 'content_block_delta' ? textsOf('delta', delta) : []),
  ]
  const closesOthers = type === 'content_block_stop'
  return {
    value,
    texts: isPlainDelta(value, texts) ? texts : [...texts, ...otherTexts(value, texts)],
    closes: closesOthers ? FIELDS.map(field => `${String(index)} ${field}`) : [],
    closesOthers,
  }
}

/** How the texts of each format are read. */
export const eventReaders: { readonly [format: string]: EventReader } = {
  chunks: { read: readChunkTexts, isAggregated: isPlainChunk },
  messages: { read: readMessageTexts, isAggregated: () => false },
  responses: { read: readResponseTexts, isAggregated: () => false },
}
