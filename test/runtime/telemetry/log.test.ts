// The log is written asynchronously; a slow reader loses records, which are counted, and never slows the gateway.
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/telemetry/log.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

function logged(accepts: () => boolean = () => true) {
  const clock = virtualClock()
  const written: string[] = []
  const waiting: (() => void)[] = []
  const log = createLog({
    write: text => {
      written.push(text)
      return accepts()
    },
    drained: action => void waiting.push(action),
    after: clock.after,
  })
  const lines = () =>
    written
      .flatMap(text => text.split('\n').filter(Boolean))
      .map(line => JSON.parse(line) as Record<string, unknown>)
  return { log, clock, written, lines, drain: () => waiting.shift()?.() }
}

describe('The log', () => {
  it('writes buffered records at once', async () => {
    const { log, clock, written, lines } = logged()
    log.write({ a: 1 })
    log.write({ a: 2 })
    expect(written).toEqual([])
    await clock.next()
    expect(written).toHaveLength(1)
    expect(lines()).toEqual([{ a: 1 }, { a: 2 }])
    expect(await clock.next()).toBe(false)
  })

  it('flushes buffered records at the end, and none twice', async () => {
    const { log, clock, lines } = logged()
    log.write({ a: 1 })
    log.flush()
    await clock.next()
    expect(lines()).toEqual([{ a: 1 }])
  })

  it('flushes at the end to a reader that is behind', async () => {
    const { log, clock, lines } = logged(() => false)
    log.write({ a: 1 })
    await clock.next()
    log.write({ a: 2 })
    log.flush()
    expect(lines()).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('waits for a reader that is behind, then continues', async () => {
    let quick = false
    const { log, clock, lines, drain } = logged(() => quick)
    log.write({ a: 1 })
    await clock.next()
    log.write({ a: 2 })
    await clock.next()
    expect(lines()).toEqual([{ a: 1 }])
    quick = true
    drain()
    expect(lines()).toEqual([{ a: 1 }, { a: 2 }])
    log.write({ a: 3 })
    await clock.next()
    expect(lines()).toHaveLength(3)
  })

  it('sheds beyond ten thousand records and reports how many', async () => {
    let quick = false
    const { log, clock, lines, drain } = logged(() => quick)
    log.write({ first: true })
    await clock.next()
    for (let index = 0; index < 10_250; index += 1) log.write({ index })
    quick = true
    drain()
    expect(lines()).toHaveLength(1 + 10_000 + 1)
    expect(lines().at(-1)).toMatchObject({ level: 'warning', shed: 250 })
    log.write({ last: true })
    await clock.next()
    expect(lines().at(-1)).toEqual({ last: true })
  })
})
