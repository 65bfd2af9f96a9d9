// The idle timeout of relayed bodies, with a virtual clock.
import { describe, expect, it } from 'vitest'
import { idleLimit } from '../../../runtime/streams/idle-limit.ts'
import type { ByteSink } from '../../../runtime/values/byte-stream.ts'
import { failure } from '../../../runtime/values/failures.ts'

function scene() {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly action: () => void }>()
  const clock = {
    now: () => now,
    monotonic: () => now,
    after: (milliseconds: number, action: () => void) => {
      const timer = { at: now + milliseconds, action }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  let source: ByteSink | undefined
  let cancelled = false
  const heard: string[] = []
  const note = (word: string) => (): void => void heard.push(word)
  const body = idleLimit(
    {
      start: sink => {
        source = sink
      },
      pause: note('pause'),
      resume: note('resume'),
      cancel: () => {
        cancelled = true
      },
    },
    clock,
    100,
    ({ message }) => heard.push(message),
  )
  body.start({ chunk: note('chunk'), end: note('end'), fail: note('fail') })
  return {
    body,
    heard,
    provider: source as unknown as ByteSink,
    cancelled: () => cancelled,
    waiting: () => timers.size,
    pass: (milliseconds: number) => {
      now += milliseconds
      for (const timer of [...timers]) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.action()
      }
    },
  }
}

describe('A relayed body', () => {
  it('is cancelled at the idle timeout, which is reported', () => {
    const { heard, pass, provider, cancelled, waiting } = scene()
    pass(90)
    provider.chunk(new Uint8Array(1))
    pass(90)
    expect(heard).toEqual(['chunk'])
    pass(20)
    expect([heard, cancelled(), waiting()]).toEqual([
      ['chunk', 'The provider sent nothing for 100 ms.', 'fail'],
      true,
      0,
    ])
  })

  it('waits for a slow client without a limit, and restarts the timeout afterwards', () => {
    const { body, heard, pass } = scene()
    body.pause()
    for (let turn = 0; turn < 5; turn += 1) pass(100)
    body.resume()
    pass(99)
    expect(heard).toEqual(['pause', 'resume'])
    pass(100)
    expect(heard.at(-1)).toBe('fail')
  })

  it.each<readonly [string, (given: ReturnType<typeof scene>) => void]>([
    ['ends', ({ provider }) => provider.end()],
    ['is truncated', ({ provider }) => provider.fail(failure('invalid_upstream_reply', 'It broke off.'))],
    ['is cancelled', ({ body }) => body.cancel()],
  ])('leaves no timer behind when it %s', (_title, end) => {
    const given = scene()
    end(given)
    expect(given.waiting()).toBe(0)
  })
})
