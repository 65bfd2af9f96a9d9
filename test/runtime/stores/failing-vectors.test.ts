// Worker threads that crash and servers that never reply: neither causes a loop or prevents the gateway from starting.
import { describe, expect, it } from 'vitest'
import { openPostgresVectors } from '../../../runtime/stores/vectors/open-postgres-vectors.ts'
import type { Statements } from '../../../runtime/stores/vectors/postgres-vectors.ts'
import { createWorkerVectors } from '../../../runtime/stores/vectors/worker-vectors.ts'
import type { GatewayEvent } from '../../../runtime/values/event.ts'
import { settle, virtualClock } from '../../support/virtual-clock.ts'

const VECTOR = Float32Array.from([1, 0])
const nothing = {
  nearest: async () => undefined,
  add: async () => {},
  remove: async () => {},
  close: async () => {},
}

describe('A thread that dies', () => {
  const DEAD = new URL('data:text/javascript,process.exit(1)')

  it('is started again after a rest that grows, and told of once', async () => {
    const clock = virtualClock()
    const notices: GatewayEvent[] = []
    let died = (): void => {}
    const vectors = createWorkerVectors(
      { entries: 1, bytes: 1000 },
      clock,
      notice => void notices.push(notice),
      250,
      DEAD,
    )
    const deathOfThread = (): Promise<void> =>
      new Promise(resolve => {
        died = resolve
        void vectors.nearest('p', VECTOR, 0.9, 0).then(() => died())
      })
    await deathOfThread()
    expect(notices).toMatchObject([{ service: 'vectors', available: false }])
    // While it rests nothing waits, and no thread is started.
    const waits = clock.waits.length
    expect(await vectors.nearest('p', VECTOR, 0.9, 0)).toBeUndefined()
    expect(clock.waits).toHaveLength(waits)
    await clock.advance(1_000)
    await deathOfThread()
    await clock.advance(1_000)
    expect(await vectors.nearest('p', VECTOR, 0.9, 0)).toBeUndefined()
    expect(clock.waits).toHaveLength(waits + 1)
    expect(notices).toHaveLength(1)
    await vectors.close()
  })
})

describe('A PostgreSQL that never answers', () => {
  it('is given up at the start after ten seconds, and the process keeps its own', async () => {
    const clock = virtualClock()
    const notices: GatewayEvent[] = []
    let ended = 0
    const hung: Statements = {
      run: () => new Promise(() => {}),
      end: async () => {
        ended += 1
      },
    }
    const opening = openPostgresVectors(
      { kind: 'postgres', address: 'postgres://user:secret@db.example/x' },
      () => undefined,
      clock,
      notice => void notices.push(notice),
      () => nothing,
      250,
      async () => hung,
    )
    await settle()
    expect(clock.waits).toEqual([10_000])
    await clock.advance(10_000)
    expect(await opening).toBe(nothing)
    expect(ended).toBe(1)
    expect(JSON.stringify(notices)).toContain('too slow')
    expect(JSON.stringify(notices)).not.toContain('secret')
  })
})
