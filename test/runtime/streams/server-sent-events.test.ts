// Server-sent events, for any chunking.
import { describe, expect, test } from 'vitest'
import { encodeDone, encodeEvent, parseEvents } from '../../../runtime/streams/server-sent-events.ts'
import type { ServerSentEvent } from '../../../runtime/values/server-sent-event.ts'
import { chunkings } from '../providers/chunk-boundaries.ts'

const encoder = new TextEncoder()

function read(pieces: readonly Uint8Array[], longestEvent?: number) {
  const events: ServerSentEvent[] = []
  const comments: string[] = []
  const parser = parseEvents(
    ({ event, data }) => void events.push(event === undefined ? { data } : { event, data }),
    {
      ...(longestEvent !== undefined && { maxEvent: longestEvent }),
      onTooLong: () => {},
      onComment: text => void comments.push(text),
    },
  )
  for (const piece of pieces) parser.feed(piece)
  parser.end()
  return { events, comments }
}

describe('events, for any chunking', () => {
  const cases: readonly [
    title: string,
    text: string,
    events: readonly ServerSentEvent[],
    comments?: readonly string[],
  ][] = [
    ['LF', 'data: a\n\ndata: b\n\n', [{ data: 'a' }, { data: 'b' }]],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', [{ data: 'a' }, { data: 'b' }]],
    ['CR', 'data: a\r\rdata: b\r\r', [{ data: 'a' }, { data: 'b' }]],
    ['all three', 'data: a\r\n\ndata: b\r\rdata: c\n\r\n', [{ data: 'a' }, { data: 'b' }, { data: 'c' }]],
    ['a byte order mark', '\uFEFFdata: a\n\n', [{ data: 'a' }]],
    ['no space after the colon', 'data:a\ndata:  b\n\n', [{ data: 'a\n b' }]],
    ['several lines of data', 'data: a\ndata: b\ndata\ndata: c\n\n', [{ data: 'a\nb\n\nc' }]],
    [
      'named events',
      'event: ping\ndata: {}\n\nevent: x\n\ndata: y\n\n',
      [{ event: 'ping', data: '{}' }, { data: 'y' }],
    ],
    ['ids and unknown fields', 'id: 7\nretry: 5\ncolour: red\nx\ndata: a\n\n', [{ data: 'a' }]],
    [
      'comments',
      ': OPENROUTER PROCESSING\n\n:ping\ndata: a\n\n',
      [{ data: 'a' }],
      ['OPENROUTER PROCESSING', 'ping'],
    ],
    ['blank lines', '\n\n\r\n\ndata: a\n\n\n\n', [{ data: 'a' }]],
    ['multi-byte characters', 'data: üñ→🌦\n\n', [{ data: 'üñ→🌦' }]],
    ['a last event without its empty line', 'data: a\n\ndata: [DONE]', [{ data: 'a' }, { data: '[DONE]' }]],
    ['a last event that ends with CR', 'data: a\r', [{ data: 'a' }]],
    ['nothing', '', []],
    ['no event stream at all', '<html>\n\n{"error": "x"}', []],
  ]
  test.each(cases)('%s', (_, text, events, comments = []) => {
    for (const [name, cut] of Object.entries(chunkings))
      expect(read(cut(encoder.encode(text))), name).toEqual({ events, comments })
  })

  test('invalid UTF-8 is decoded to replacement characters', () => {
    const bytes = Uint8Array.of(...encoder.encode('data: '), 0xff, ...encoder.encode('\n\n'))
    expect(read([bytes]).events).toEqual([{ data: '\uFFFD' }])
  })
})

describe('an event without end', () => {
  const endless = encoder.encode(`data: a\n\ndata: ${'x'.repeat(100)}`)
  test('stops the parser, and nothing throws', () => {
    expect(read([endless, endless, encoder.encode('\n\ndata: b\n\n')], 50).events).toEqual([{ data: 'a' }])
  })
  test('is not one below the limit', () => {
    expect(read([endless], 110).events).toHaveLength(2)
  })
})

test('encoded events are parsed back', () => {
  const value = { text: 'a\nb\r🌦', list: [1, null] }
  const events = read([encodeEvent(value), encodeDone()]).events.map(event => event.data)
  expect(events).toEqual([JSON.stringify(value), '[DONE]'])
})
