// Server-sent events with bare JSON between them, for any chunking.
import { describe, expect, test } from 'vitest'
import { parseLenientEvents } from '../../../runtime/streams/lenient-sse.ts'
import type { ServerSentEvent } from '../../../runtime/values/server-sent-event.ts'
import { chunkings } from '../providers/chunk-boundaries.ts'

const encoder = new TextEncoder()

function parsed(pieces: readonly Uint8Array[], longest?: number): readonly ServerSentEvent[] {
  const events: ServerSentEvent[] = []
  const parser = parseLenientEvents(({ event, data }) => events.push(event ? { event, data } : { data }), {
    ...(longest !== undefined && { maxEvent: longest }),
    onTooLong: () => {},
  })
  for (const piece of pieces) parser.feed(piece)
  parser.end()
  return events
}

const pretty = JSON.stringify(
  { error: { code: 499, message: 'a { " ] text ☂', details: [{ 'data:': 1 }] } },
  null,
  2,
)

const cases: readonly (readonly [title: string, text: string, events: readonly unknown[]])[] = [
  [
    'events only',
    'data: {"a":1}\n\nevent: x\ndata: b\ndata: c\n\n',
    [{ data: '{"a":1}' }, { event: 'x', data: 'b\nc' }],
  ],
  ['a bare object after them', `data: 1\n\n${pretty}\n`, [{ data: '1' }, { data: pretty }]],
  [
    'between them, and in an array',
    `data: 1\n\n[${pretty}\n]\ndata: 2\n\n`,
    [{ data: '1' }, { data: `[${pretty}\n]` }, { data: '2' }],
  ],
  [
    'on one line',
    'data: 1\n\n{"error":{}}\n\ndata: 2\n\n',
    [{ data: '1' }, { data: '{"error":{}}' }, { data: '2' }],
  ],
  ['without a line end', `data: 1\n\n${pretty}`, [{ data: '1' }, { data: pretty }]],
  ['a whole body that is not a stream', pretty, [{ data: pretty }]],
  ['an unclosed text', '{"a": [\ndata: 2\n\n', [{ data: '{"a": [' }, { data: '2' }]],
  [
    'a text with too many closing brackets',
    '}]\n{"a":1}}\ndata: 2\n\n',
    [{ data: '{"a":1}}' }, { data: '2' }],
  ],
  ['comments and unknown fields', ': hi\n"x"\nretry: 5\nid: 7\ndata: 1\n\n', [{ data: '1' }]],
  ['a last event without its end', 'data: 1', [{ data: '1' }]],
  ['nothing', '', []],
]

describe('each gives the same events for any chunking, with LF, CRLF and CR', () => {
  test.each(cases)('%s', (_, text, events) => {
    for (const end of ['\n', '\r\n', '\r']) {
      const bytes = encoder.encode(text.replaceAll('\n', end))
      for (const [name, cut] of Object.entries(chunkings))
        expect(parsed(cut(bytes)), `${name} ${end}`).toEqual(events)
    }
  })
})

test('an endless line or text does not fill memory', () => {
  const endless = [
    encoder.encode('data: 1\n\n{'),
    ...Array.from({ length: 50 }, () => encoder.encode('"aaaa",\n')),
  ]
  expect(parsed(endless, 100)).toEqual([{ data: '1' }])
  expect(parsed([encoder.encode(`data: ${'x'.repeat(200)}`)], 100)).toEqual([])
})
