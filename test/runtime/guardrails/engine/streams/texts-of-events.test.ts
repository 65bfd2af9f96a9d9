// What only the events of a stream say. In an ordinary stream that is nothing.
import { describe, expect, it } from 'vitest'
import { toChunkEvents } from '../../../../../runtime/cache/stream-formats/chunks.ts'
import { toMessageEvents } from '../../../../../runtime/cache/stream-formats/message.ts'
import { toResponseEvents } from '../../../../../runtime/cache/stream-formats/response.ts'
import { textReadersFor } from '../../../../../runtime/guardrails/body-texts/endpoint-texts.ts'
import { eventReaders } from '../../../../../runtime/guardrails/engine/streams/event-texts/event-readers.ts'
import { collectTextsOfEvents } from '../../../../../runtime/guardrails/engine/streams/texts-of-events.ts'
import { parseEvents } from '../../../../../runtime/streams/server-sent-events.ts'
import { isObject, type Json, parseJson } from '../../../../../schemas/values/json.ts'
import { claudeEvent } from '../../../../support/claude.ts'
import { chunk, DONE } from '../../../../support/sample-bodies.ts'
import { ROOTS, SECRET, stepOf } from '../../replies/replies-with-strings.ts'
import { readStringTable, type StringRow } from '../../replies/string-table.ts'

const FORMATS = {
  '/chat/completions': { endpoint: 'chat/completions', format: 'chunks', toEvents: toChunkEvents },
  '/responses': { endpoint: 'responses', format: 'responses', toEvents: toResponseEvents },
  '/messages': { endpoint: 'messages', format: 'messages', toEvents: toMessageEvents },
} as const

function textsBeside(
  format: string,
  events: readonly (string | Uint8Array)[],
  replyTexts: readonly string[],
) {
  const reader = eventReaders[format]
  if (reader === undefined) throw new Error(`There are no events of the format ${format}.`)
  const texts = collectTextsOfEvents(reader)
  const parser = parseEvents(event => texts.add(event, parseJson(event.data), false), { onTooLong: () => {} })
  for (const event of events) parser.feed(Buffer.from(event))
  parser.end()
  return texts.beside(replyTexts)
}

const rows = [...readStringTable('vendor-strings.txt'), ...readStringTable('provider-strings.txt')]

/** Of a row with a text, the whole reply and the texts in it. */
function wholeOf(row: StringRow) {
  const root = ROOTS[row.root]
  const known = FORMATS[root?.call.path as keyof typeof FORMATS]
  const beside = rows.filter(({ root: other, type }) => other === row.root && type === row.type)
  const step = stepOf('whole', row, beside)
  const body = typeof step === 'object' && 'body' in step ? (step.body as Json) : undefined
  return isObject(body) ? { body, known } : undefined
}

describe('What only the events say', () => {
  it('is nothing where they are those of the reply, whatever is in it', () => {
    let count = 0
    for (const row of rows.filter(({ verdict }) => verdict === 'text')) {
      const whole = wholeOf(row)
      const events = whole?.known.toEvents(whole.body, true)
      if (whole === undefined || events === undefined) continue
      const { endpoint, format } = whole.known
      const texts = textReadersFor(endpoint)
        .reply.all(whole.body, undefined)
        .map(({ text }) => text)
      count += 1
      expect([row, textsBeside(format, events, texts)]).toEqual([row, []])
    }
    expect(count).toBeGreaterThan(100)
  })

  const [start, end] = [SECRET.slice(0, 9), SECRET.slice(9)]
  it.each([
    [
      'chunks',
      [
        chunk({ reasoning_details: [{ index: 0, text: start }] }),
        chunk({ reasoning_details: [{ index: 0, text: end }] }),
        DONE,
      ],
    ],
    [
      'messages',
      [
        claudeEvent({ type: 'odd', index: 1, delta: start }),
        claudeEvent({ type: 'odd', index: 1, delta: end }),
      ],
    ],
    [
      'responses',
      [
        claudeEvent({ type: 'response.odd.delta', item_id: 'a', delta: start }),
        claudeEvent({ type: 'response.odd.delta', item_id: 'b', delta: 'x' }),
        claudeEvent({ type: 'response.odd.delta', item_id: 'a', delta: end }),
      ],
    ],
  ])('is put together from deltas of unknown kinds: %s', (format, events) => {
    expect(textsBeside(format, events, [])).toContain(SECRET)
  })
})
