// The texts of the events of a message: those of its blocks, by index.
import { asObject, isObject, type Json, parseJson } from '../../../../../schemas/values/json.ts'
import { type EventText, NO_EVENT_TEXTS, pathOf, type ReadEventTexts } from './event-texts.ts'

/** The fields of deltas, and of a block as it starts. */
const FIELDS = ['text', 'thinking', 'partial_json'] as const

export const readMessageTexts: ReadEventTexts = ({ data }) => {
  if (data === '[DONE]') return NO_EVENT_TEXTS
  const value = parseJson(data)
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
              isReasoning: field === 'thinking',
            },
          ]
        : []
    })
  if (type === 'content_block_start') return { value, texts: textsOf('content_block', block), closes: [] }
  if (type === 'content_block_delta') return { value, texts: textsOf('delta', delta), closes: [] }
  const closes = type === 'content_block_stop' ? FIELDS.map(field => `${String(index)} ${field}`) : []
  return { value, texts: [], closes }
}
