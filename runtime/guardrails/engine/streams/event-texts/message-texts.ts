// The texts of the events of a message: those of its blocks, by index.
import { asObject, isObject, type Json, parseJson } from '../../../../../schemas/values/json.ts'
import { type EventText, NO_EVENT_TEXTS, pathOf, type ReadEventTexts } from './event-texts.ts'
import { otherTexts } from './other-texts.ts'

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
    texts: [...texts, ...otherTexts(value, texts)],
    closes: closesOthers ? FIELDS.map(field => `${String(index)} ${field}`) : [],
    closesOthers,
  }
}
