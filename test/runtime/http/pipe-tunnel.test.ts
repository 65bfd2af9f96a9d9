// Two connections piped into each other, on in-memory streams with a virtual clock.
import { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { pipeTunnel } from '../../../runtime/http/pipe-tunnel.ts'
import type { ByteSink } from '../../../runtime/values/byte-stream.ts'

/** A client connection that accepts one write at a time when the test lets it; a provider controlled by the test. */
function scene(takes: boolean) {
  const timers: { readonly at: number; readonly action: () => void }[] = []
  const take: (() => void)[] = []
  const socket = new Duplex({
    allowHalfOpen: true,
    highWaterMark: 1,
    read: () => {},
    write: (_bytes, _encoding, done) => void take.push(done),
  })
  let sink: ByteSink | undefined
  let drained = (): void => {}
  const heard = { cancelled: 0, ended: 0, paused: 0, resumed: 0 }
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    after: (at: number, action: () => void) => {
      const timer = { at, action }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  }
  pipeTunnel(
    socket,
    Buffer.alloc(0),
    {
      headers: [],
      incoming: {
        start: given => {
          sink = given
        },
        pause: () => {
          heard.paused += 1
        },
        resume: () => {
          heard.resumed += 1
        },
        cancel: () => {
          heard.cancelled += 1
        },
      },
      write: () => takes,
      onDrain: action => {
        drained = action
      },
      end: () => {
        heard.ended += 1
      },
    },
    [],
    { bytesIn: 0, bytesOut: 0 },
    clock,
  )
  const settle = (): Promise<unknown> => new Promise(resolve => setImmediate(resolve))
  return { socket, timers, take, heard, settle, drained: () => drained(), provider: () => sink as ByteSink }
}

describe('A tunnel', () => {
  it('whose provider stops reading is closed after the time limit', async () => {
    const { socket, timers, heard, settle } = scene(false)
    socket.push('x')
    await settle()
    expect([socket.isPaused(), timers.map(({ at }) => at)]).toEqual([true, [120_000]])
    timers[0]?.action()
    await settle()
    expect([heard.cancelled, timers]).toEqual([1, []])
  })

  it('whose provider reads again continues without a limit', async () => {
    const { socket, timers, settle, drained } = scene(false)
    socket.push('x')
    await settle()
    drained()
    expect([socket.isPaused(), timers]).toEqual([false, []])
  })

  it('whose client stops reading pauses, and is closed after the time limit', async () => {
    const { timers, heard, settle, provider } = scene(true)
    provider().chunk(new Uint8Array(5))
    expect([heard.paused, timers.map(({ at }) => at)]).toEqual([1, [120_000]])
    timers[0]?.action()
    await settle()
    expect([heard.cancelled, timers]).toEqual([1, []])
  })

  it('whose client reads again continues without a limit', async () => {
    const { timers, heard, settle, provider, take } = scene(true)
    provider().chunk(new Uint8Array(5))
    for (let done = take.shift(); done !== undefined; done = take.shift()) {
      done()
      await settle()
    }
    expect([heard.resumed, timers]).toEqual([1, []])
  })

  it.each<readonly [string, (given: ReturnType<typeof scene>) => void]>([
    ['provider', ({ provider }) => provider().end()],
    ['client', ({ socket }) => void socket.push(null)],
  ])('whose %s has ended does not wait for the other forever', async (_title, end) => {
    const given = scene(true)
    end(given)
    await given.settle()
    expect(given.timers.map(({ at }) => at)).toEqual([10_000])
    given.timers[0]?.action()
    await given.settle()
    expect([given.socket.destroyed, given.heard.cancelled, given.timers]).toEqual([true, 1, []])
  })
})
