// A process that did not run for a while knows that what it has read is old.
import { describe, expect, it } from 'vitest'
import { bothBehind, pollStore } from '../../../../runtime/control/core/poll-store.ts'
import { openReplica } from '../../../../runtime/control/core/replica.ts'
import { StoreError } from '../../../../runtime/control/core/store-error.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { settle, virtualClock } from '../../../support/virtual-clock.ts'

type Clock = ReturnType<typeof virtualClock>

/** Time in which no timer runs: all of them are late. */
const STOPS: Readonly<Record<string, (clock: Clock, milliseconds: number) => void>> = {
  'a stopped process': (clock, milliseconds) => clock.moveTo(clock.monotonic() + milliseconds),
  // The monotonic clock does not count it.
  'a suspended machine': (clock, milliseconds) => clock.setWallClock(milliseconds),
}

/** Looks that end when the test says so. */
function heldLooks() {
  const ends: (() => void)[] = []
  return {
    look: () => new Promise<void>(resolve => ends.push(resolve)),
    endAll: () => {
      for (const end of ends.splice(0)) end()
    },
    count: () => ends.length,
  }
}

describe.each(Object.entries(STOPS))('after the gap of %s', (_name, stop) => {
  it('calls wait until the store has been looked at', async () => {
    const clock = virtualClock()
    const looks = heldLooks()
    const { behind } = pollStore(clock, looks.look)
    stop(clock, 2_001)
    let isRead = false
    void behind()?.then(() => {
      isRead = true
    })
    await settle()
    expect([isRead, looks.count()]).toEqual([false, 1])
    // Calls that come meanwhile wait for the same look.
    expect(behind()).toBeDefined()
    expect(looks.count()).toBe(1)
    looks.endAll()
    await settle()
    expect([isRead, behind()]).toEqual([true, undefined])
  })

  it('that is short, nothing waits', () => {
    const clock = virtualClock()
    const { behind } = pollStore(clock, async () => {})
    stop(clock, 2_000)
    expect(behind()).toBeUndefined()
  })

  it('a key that was deleted meanwhile is not found once the store has been looked at', async () => {
    const clock = virtualClock()
    const store = openMemoryStore()
    await store.commit({ writes: [{ kind: 'api_key', id: 'a', value: {} }] })
    const replica = await openReplica(store, { kinds: ['api_key'], clock, onAvailable: () => {} })
    await store.commit({ writes: [{ kind: 'api_key', id: 'a', value: undefined }] })
    stop(clock, 5_000)
    expect(replica.get('api_key', 'a')).toBeDefined()
    await replica.behind()
    expect(replica.get('api_key', 'a')).toBeUndefined()
    replica.stop()
  })

  it('the age of what is known has the gap, until the store is read again', async () => {
    const clock = virtualClock()
    const own = openMemoryStore()
    let isAway = true
    const store = {
      ...own,
      revision: () =>
        isAway ? Promise.reject(new StoreError('unavailable', 'It is away.')) : own.revision(),
    }
    isAway = false
    const replica = await openReplica(store, { kinds: ['api_key'], clock, onAvailable: () => {} })
    isAway = true
    stop(clock, 3_600_001)
    await replica.behind()
    expect(replica.age()).toBeGreaterThan(3_600_000)
    // The outage is known: nothing waits for it again.
    expect(replica.behind()).toBeUndefined()
    isAway = false
    await replica.look()
    expect(replica.age()).toBe(0)
    replica.stop()
  })
})

describe('without a gap', () => {
  it('nothing waits, however long a look takes, and looks do not pile up', async () => {
    const clock = virtualClock()
    const looks = heldLooks()
    const poll = pollStore(clock, looks.look)
    for (let second = 0; second < 20; second += 1) {
      await clock.advance(1_000)
      expect(poll.behind()).toBeUndefined()
    }
    expect(looks.count()).toBe(1)
    looks.endAll()
    await clock.advance(1_000)
    expect(looks.count()).toBe(1)
    poll.stop()
    await clock.advance(10_000)
    expect(looks.count()).toBe(1)
  })

  it('a wall clock that is set back changes nothing', async () => {
    const clock = virtualClock()
    const { behind } = pollStore(clock, async () => {})
    clock.setWallClock(-3_600_000)
    expect(behind()).toBeUndefined()
    await clock.advance(1_000)
    expect(behind()).toBeUndefined()
  })
})

it('a process that follows two stores waits for both', async () => {
  const looks = heldLooks()
  const both = bothBehind(looks.look, looks.look)
  let isRead = false
  void both?.()?.then(() => {
    isRead = true
  })
  await settle()
  expect([isRead, looks.count()]).toEqual([false, 2])
  looks.endAll()
  await settle()
  expect(isRead).toBe(true)
  expect(bothBehind(undefined, undefined)).toBeUndefined()
  expect(bothBehind(() => undefined, undefined)?.()).toBeUndefined()
})
