// The idle timeout counts events: comments do not keep a stream open, and events without content only for a while
// (semantics, section 8).
import { describe, expect, it } from 'vitest'
import { mappedTransform } from '../../../runtime/streams/mapped-transform.ts'
import { isOnlyComments } from '../../../runtime/streams/server-sent-events.ts'
import type { CreateStreamTransform } from '../../../runtime/streams/stream-transform.ts'
import { typedEventNames, typedEventTransform } from '../../../runtime/streams/typed-event-transform.ts'
import { chunk } from '../../support/sample-bodies.ts'
import { IDLE, relayed, untouched, wordMapper } from './relay-harness.ts'

const MESSAGE_PART =
  'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"type":"text_delta","text":"Hi"}}\n\n'
/** Each kind of stream, with an event that has content and one that has none, where there is such a one. */
const STREAMS: Readonly<
  Record<string, { stage: () => CreateStreamTransform; content: string; empty?: string }>
> = {
  'a stream that passes unchanged': {
    stage: () => untouched(),
    content: chunk({ content: 'Hi' }),
    empty: chunk({}),
  },
  'a stream of typed events': {
    stage: () => typedEventTransform(typedEventNames.messages, () => ({ message: 'no' })),
    content: MESSAGE_PART,
    empty: 'event: ping\ndata: {"type":"ping"}\n\n',
  },
  'a stream of another dialect': {
    stage: () => mappedTransform(wordMapper()),
    content: 'data: Hi\n\n',
  },
}

const HALF = IDLE / 2

describe.each(Object.entries(STREAMS))('%s', (_title, { stage, content }) => {
  it.each([': ping\n\n', ':\n', '\n', ': a\r\n: b\r\n\r\n'])('is not kept open by %j', async comment => {
    const { chunk: send, clock, received } = relayed(stage())
    send(content)
    for (let count = 0; count < 4 && received.broken === undefined; count += 1) {
      await clock.advance(HALF)
      send(comment)
    }
    expect(received.broken).toBe(`The provider sent nothing for ${IDLE} ms.`)
  })

  it('is kept open by events with content', async () => {
    const { chunk: send, clock, received } = relayed(stage())
    for (let count = 0; count < 40; count += 1) {
      send(content)
      await clock.advance(HALF)
    }
    expect(received.broken).toBeUndefined()
  })

  it('is kept open by a comment that comes together with an event', async () => {
    const { chunk: send, clock, received } = relayed(stage())
    for (let count = 0; count < 6; count += 1) {
      send(`: ping\n\n${content}`)
      await clock.advance(HALF)
    }
    expect(received.broken).toBeUndefined()
  })

  it('has the same limit after the wall clock was set back', async () => {
    const { chunk: send, clock, received } = relayed(stage())
    send(content)
    clock.setWallClock(-3_600_000)
    await clock.advance(IDLE)
    expect(received.broken).toBe(`The provider sent nothing for ${IDLE} ms.`)
  })
})

const WITH_EMPTY = Object.entries(STREAMS).flatMap(([title, { empty, ...stream }]) =>
  empty === undefined ? [] : [{ title, empty, ...stream }],
)

describe.each(WITH_EMPTY)('$title', ({ stage, content, empty }) => {
  it('is kept open by events without content for five times as long', async () => {
    const { chunk: send, clock, received } = relayed(stage())
    send(content)
    let time = 0
    for (; time < 20 * IDLE && received.broken === undefined; time += HALF) {
      await clock.advance(HALF)
      send(empty)
    }
    expect(received.broken).toBe(`The provider sent no content for ${5 * IDLE} ms.`)
    expect(time).toBeLessThanOrEqual(6 * IDLE)
  })

  it('content between them starts that time again', async () => {
    const { chunk: send, clock, received } = relayed(stage())
    send(content)
    for (let count = 0; count < 40; count += 1) {
      await clock.advance(HALF)
      send(count % 6 === 5 ? content : empty)
    }
    expect(received.broken).toBeUndefined()
  })
})

describe('A keep-alive', () => {
  it.each<readonly [string, boolean]>([
    ['', true],
    ['\n\n', true],
    [': ping\n\n', true],
    [': a\n:b\r\n\r\n', true],
    [': a\n\ndata: b\n\n', false],
    ['data: a\n\n', false],
    ['event: ping\n', false],
    ['id: 1\n', false],
  ])('is only comments and empty lines: %j %s', (text, expected) => {
    expect(isOnlyComments(new TextEncoder().encode(text))).toBe(expected)
  })
})
