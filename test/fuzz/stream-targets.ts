// The parsers of providers' streams: the events are the same however the bytes are cut.
import { parseAwsEvents } from '../../runtime/streams/aws-event-stream.ts'
import { parseLenientEvents } from '../../runtime/streams/lenient-sse.ts'
import { parseLines } from '../../runtime/streams/lines.ts'
import { type EventParser, parseEvents } from '../../runtime/streams/server-sent-events.ts'
import type { ServerSentEvent } from '../../runtime/values/server-sent-event.ts'
import { BODY, EVENTS } from '../chaos/replies.ts'
import { eventFrame, exceptionFrame } from '../runtime/streams/aws-event-bytes.ts'
import { bytes, type FuzzTarget } from './fuzz-target.ts'

type CreateParser = (onEvent: (event: ServerSentEvent) => void, onFault: () => void) => EventParser

const fuzzStream =
  (create: CreateParser) =>
  (input: Uint8Array): string | undefined => {
    const read = (size: number): string => {
      const found: unknown[] = []
      const parser = create(
        event => found.push(event),
        () => found.push('fault'),
      )
      for (let at = 0; at < input.length; at += size) parser.feed(input.subarray(at, at + size))
      parser.end()
      return JSON.stringify(found)
    }
    const whole = read(Math.max(1, input.length))
    for (const size of [1, 3, 17])
      if (read(size) !== whole) return `In pieces of ${size} bytes the events differ.`
    return undefined
  }

const FRAMES = Buffer.concat([
  eventFrame('contentBlockDelta', { delta: { text: 'Hi' }, contentBlockIndex: 0 }),
  exceptionFrame('throttlingException', { message: 'Too many' }),
  eventFrame('messageStop', { stopReason: 'end_turn' }),
])

export const STREAM_TARGETS: readonly FuzzTarget[] = [
  {
    name: 'server-sent events',
    samples: [bytes(EVENTS), bytes('\ufeffid: 1\r\nevent: a\r\ndata: b\rdata: c\r\n\r\n: ping\n\n')],
    run: fuzzStream((onEvent, onTooLong) => parseEvents(onEvent, { onTooLong })),
  },
  {
    name: 'lenient events',
    samples: [bytes(EVENTS), bytes('{"error":\n{"message":"x"}\n}\n\ndata: {}\n\n')],
    run: fuzzStream((onEvent, onTooLong) => parseLenientEvents(onEvent, { onTooLong })),
  },
  {
    name: 'JSON lines',
    samples: [bytes(`${BODY}\n{"done":true}\r\n`)],
    run: fuzzStream((onEvent, onTooLong) => parseLines(onEvent, { onTooLong })),
  },
  {
    name: 'AWS event streams',
    samples: [FRAMES, eventFrame('messageStart', { role: 'assistant' })],
    run: fuzzStream((onEvent, onFault) => parseAwsEvents(onEvent, onFault)),
  },
]
