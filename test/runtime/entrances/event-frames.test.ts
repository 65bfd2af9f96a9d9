// Streams that break where nothing has said so yet: they end with an exception, or as the vendor's clients expect.
import { expect, it } from 'vitest'
import { converseStream } from '../../../runtime/entrances/converse-reply.ts'
import { FramedStream, type FrameMapper } from '../../../runtime/entrances/event-frames.ts'
import { parseAwsEvents } from '../../../runtime/streams/aws-event-stream.ts'
import { type ByteStream, streamFromBytes } from '../../../runtime/values/byte-stream.ts'
import { failure } from '../../../runtime/values/failures.ts'

const START = 'event: message_start\ndata: {"type":"message_start","message":{}}\n\n'
const STOP = 'event: message_stop\ndata: {"type":"message_stop"}\n\n'
const bytes = (text: string): ByteStream => streamFromBytes([new TextEncoder().encode(text)])
const failing: ByteStream = {
  ...bytes(''),
  start: sink => sink.fail(failure('overloaded', 'Stopped.')),
}

function eventsOf(body: ByteStream, mapper: FrameMapper): readonly string[] {
  const events: string[] = []
  const parser = parseAwsEvents(
    ({ event = '' }) => events.push(event),
    fault => events.push(fault),
  )
  new FramedStream(body, mapper).start({
    chunk: piece => parser.feed(piece),
    end: () => events.push('end'),
    fail: () => events.push('fail'),
  })
  return events
}

const converse = () => converseStream({ trace: '', elapsed: () => 0 })

it.each<readonly [string, ByteStream, readonly string[]]>([
  ['whole', bytes(START + STOP), ['messageStart', 'messageStop', 'metadata', 'end']],
  [
    'with more after its end',
    bytes(START + STOP + START),
    ['messageStart', 'messageStop', 'metadata', 'end'],
  ],
  ['cut', bytes(START), ['messageStart', 'modelStreamErrorException', 'end']],
  ['broken', failing, ['serviceUnavailableException', 'end']],
])('a stream that is %s', (_title, body, expected) => {
  expect(eventsOf(body, converse())).toEqual(expected)
})

it('a mapper may end it in its own way', () => {
  const broken = new TextEncoder().encode('broken')
  const chunks: string[] = []
  new FramedStream(failing, { ...converse(), broken: () => broken }).start({
    chunk: piece => chunks.push(new TextDecoder().decode(piece)),
    end: () => chunks.push('end'),
    fail: () => {},
  })
  expect(chunks).toEqual(['broken', 'end'])
})
