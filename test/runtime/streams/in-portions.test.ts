// No burst of a provider holds up other requests: of a body, a portion is read in each turn of the event loop, counted with turns of the
// test's own. A body that arrives slower passes as it is.
import { describe, expect, it } from 'vitest'
import { inPortions, upstreamInPortions } from '../../../runtime/streams/in-portions.ts'
import type { ByteSink, ByteStream } from '../../../runtime/values/byte-stream.ts'
import { failure } from '../../../runtime/values/failures.ts'
import type { Upstream } from '../../../runtime/values/ports.ts'

const PORTION = 100

/** A source pushed by hand, turns that are begun by hand, and the bytes that were read in each of them. */
function opened({ bug }: { bug?: (portion: number) => void } = {}) {
  let sink: ByteSink | undefined
  let number = 0
  const waiting: (() => void)[] = []
  const asked: string[] = []
  const source: ByteStream = {
    start: given => {
      sink = given
    },
    pause: () => void asked.push('pause'),
    resume: () => void asked.push('resume'),
    cancel: () => void asked.push('cancel'),
  }
  const body = inPortions(source, PORTION, {
    turn: () => number,
    endOfTurn: action => void waiting.push(action),
  })
  const perTurn = [0]
  const received: number[] = []
  let ending: string | undefined
  body.start({
    chunk: bytes => {
      bug?.(number)
      perTurn[number] = (perTurn[number] ?? 0) + bytes.length
      received.push(...bytes)
    },
    end: () => {
      ending = 'end'
    },
    fail: ({ message }) => {
      ending = message
    },
  })
  let sent = 0
  return {
    body,
    asked,
    perTurn,
    received,
    waiting,
    ending: () => ending,
    send: (length: number) => {
      sink?.chunk(Uint8Array.from({ length }, (_, index) => sent + index))
      sent += length
    },
    end: () => sink?.end(),
    fail: () => sink?.fail(failure('invalid_upstream_reply', 'Cut.')),
    /** Begins a turn, in which one action that waits is run. */
    turn: () => {
      number += 1
      perTurn[number] = 0
      waiting.shift()?.()
    },
    sequence: () => Array.from({ length: sent }, (_, index) => index % 256),
  }
}

describe('A body in portions', () => {
  it('passes as it is where no turn has three quarters of a portion', () => {
    const { send, turn, end, asked, received, sequence, ending, waiting } = opened()
    for (let count = 0; count < 50; count += 1) {
      send((3 * PORTION) / 4 - 1)
      turn()
    }
    end()
    expect([asked, waiting, ending()]).toEqual([[], [], 'end'])
    expect(received).toEqual(sequence())
  })

  it.each([1, 7, PORTION, 99, 1000])('of %i bytes a chunk passes a portion or two in each turn', length => {
    const { send, turn, end, asked, received, sequence, ending, waiting, perTurn } = opened()
    for (let count = 0; count < 5000 / length; count += 1) send(length)
    end()
    expect(asked).toEqual(['pause'])
    expect(ending()).toBeUndefined()
    while (waiting.length > 0) turn()
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(2 * PORTION)
    expect(received).toEqual(sequence())
    expect(ending()).toBe('end')
  })

  it('goes on from its source when what is held has passed', () => {
    const { send, turn, asked, received, sequence, waiting } = opened()
    send(6 * PORTION)
    for (let count = 0; count < 5; count += 1) {
      expect(asked).toEqual(['pause'])
      turn()
    }
    expect(asked).toEqual(['pause', 'resume'])
    send(PORTION)
    while (waiting.length > 0) turn()
    expect(received).toEqual(sequence())
  })

  it('is paused before more arrives in a turn than may be read, so that nothing is held', () => {
    const { body, send, turn, end, asked, received, sequence, ending, waiting } = opened()
    send(PORTION)
    send(PORTION)
    expect([asked, received]).toEqual([['pause'], sequence()])
    body.pause()
    turn()
    expect([asked, waiting]).toEqual([['pause'], []])
    body.resume()
    expect(asked).toEqual(['pause', 'resume'])
    send(PORTION)
    expect([asked, received]).toEqual([['pause', 'resume', 'pause'], sequence()])
    end()
    expect(ending()).toBe('end')
  })

  it('holds what its reader is not ready for, and its end', () => {
    const { body, send, turn, end, asked, received, ending, waiting, sequence } = opened()
    send(3 * PORTION)
    body.pause()
    end()
    turn()
    expect([received.length, waiting.length, ending()]).toEqual([PORTION, 0, undefined])
    body.resume()
    body.resume()
    expect([received.length, waiting.length]).toEqual([PORTION, 1])
    turn()
    turn()
    expect([received, ending(), asked]).toEqual([sequence(), 'end', ['pause']])
  })

  it('passes on that its reader pauses, and what broke it off', () => {
    const { body, send, turn, fail, asked, ending } = opened()
    body.pause()
    body.resume()
    expect(asked).toEqual(['pause', 'resume'])
    send(2 * PORTION)
    fail()
    expect(ending()).toBeUndefined()
    turn()
    expect(ending()).toBe('Cut.')
  })

  it('contains a bug of its reader in a later turn, where no caller is left to do so', () => {
    const bug = (turn: number): void => {
      if (turn > 0) throw new RangeError('a bug')
    }
    const { send, turn, asked, ending, waiting } = opened({ bug })
    send(3 * PORTION)
    turn()
    expect([asked.at(-1), ending()]).toEqual(['cancel', 'Internal gateway error while reading the reply.'])
    expect(waiting).toEqual([])
  })

  it('gives nothing more once it is cancelled', () => {
    const { body, send, turn, asked, received, ending } = opened()
    send(3 * PORTION)
    body.cancel()
    turn()
    expect([received.length, ending(), asked]).toEqual([PORTION, undefined, ['pause', 'cancel']])
  })
})

describe('The replies of servers and agents', () => {
  it('arrive in portions', () => {
    let sink: ByteSink | undefined
    const asked: string[] = []
    const upstream: Upstream = (_request, receiver) => {
      const body: ByteStream = {
        start: given => {
          sink = given
        },
        pause: () => void asked.push('pause'),
        resume: () => void asked.push('resume'),
        cancel: () => void asked.push('cancel'),
      }
      receiver.reply({ status: 200, headers: [], body })
      return () => {}
    }
    const waiting: (() => void)[] = []
    const ports = { upstream, turn: () => 0, endOfTurn: (action: () => void) => void waiting.push(action) }
    let received = 0
    const request = {
      origin: 'https://tools.example',
      path: '/',
      method: 'GET',
      headers: [],
      body: undefined,
      hostAuthor: 'operator',
    } as const
    upstreamInPortions(ports)(request, {
      reply: ({ status, body }) => {
        expect(status).toBe(200)
        body.start({
          chunk: bytes => {
            received += bytes.length
          },
          end: () => {},
          fail: () => {},
        })
      },
      fail: () => {},
    })
    sink?.chunk(new Uint8Array(2_000_000))
    expect([received, asked]).toEqual([65_536, ['pause']])
    while (waiting.length > 0) waiting.shift()?.()
    expect([received, asked]).toEqual([2_000_000, ['pause', 'resume']])
  })
})
