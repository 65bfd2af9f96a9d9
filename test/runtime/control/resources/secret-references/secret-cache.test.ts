// Secrets in memory: read before they are too old, used while their manager is away, and then refused.
import { describe, expect, it } from 'vitest'
import {
  createSecretCache,
  type SecretCacheOptions,
} from '../../../../../runtime/control/resources/secret-references/secret-cache.ts'
import {
  type ReadSecret,
  secretFault,
} from '../../../../../runtime/control/resources/secret-references/secret-source.ts'
import { settle, virtualClock } from '../../../../support/virtual-clock.ts'

const AWAY = secretFault('unreachable', 'away')
const MINUTE = 60_000

function scene(more: Partial<SecretCacheOptions> = {}, count = 1) {
  const clock = virtualClock()
  const manager = { answer: { text: 'first' } as ReadSecret | 'silence', reads: 0, atOnce: 0, most: 0 }
  const events: string[] = []
  const read = async (): Promise<ReadSecret> => {
    manager.reads += 1
    manager.atOnce += 1
    manager.most = Math.max(manager.most, manager.atOnce)
    await new Promise<void>(resolve => clock.after(1, resolve))
    manager.atOnce -= 1
    return manager.answer === 'silence' ? await new Promise(() => {}) : manager.answer
  }
  const slugs = Array.from({ length: count }, (_, index) => (index === 0 ? 'key' : `key${index}`))
  const cache = createSecretCache(
    new Map(slugs.map(slug => [slug, { read, maxAge: 5 * MINUTE, maxStale: 60 * MINUTE }])),
    {
      clock,
      random: () => 0.5,
      onChange: (slug, fault, failing) => events.push(`${slug} ${fault?.fault ?? 'fine'} ${failing}`),
      ...more,
    },
  )
  /** Lets time pass in steps, so that what waits for an answer goes on. */
  const pass = async (milliseconds: number, step = 1000): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += step) {
      await clock.advance(Math.min(step, milliseconds - passed))
      await settle()
    }
  }
  const load = async () => {
    const loading = cache.load()
    await settle()
    await pass(100, 1)
    return await loading
  }
  return { cache, clock, manager, events, pass, load }
}

describe('secrets of managers', () => {
  it('are read when the gateway starts, some at a time', async () => {
    const { cache, manager, load } = scene({}, 40)
    expect(cache.lookUp('key')).toBeUndefined()
    expect(await load()).toEqual(new Map())
    expect(cache.lookUp('key39')).toBe('first')
    expect(cache.lookUp('none')).toBeUndefined()
    expect([manager.reads, manager.most]).toEqual([40, 16])
    cache.stop()
  })

  it('are read again before their age, so that a rotated one is used within it', async () => {
    const { cache, manager, pass, load, events } = scene()
    await load()
    manager.answer = { text: 'second' }
    await pass(2 * MINUTE)
    expect([cache.lookUp('key'), manager.reads]).toEqual(['first', 1])
    await pass(3 * MINUTE)
    expect([cache.lookUp('key'), manager.reads]).toEqual(['second', 2])
    expect(events).toEqual([])
    cache.stop()
    await pass(60 * MINUTE, MINUTE)
    expect(manager.reads).toBe(2)
  })

  it('are used while the manager is away, then refused, and used again when it is back', async () => {
    const { cache, manager, pass, load, events } = scene()
    await load()
    manager.answer = AWAY
    await pass(59 * MINUTE, 5000)
    expect(cache.lookUp('key')).toBe('first')
    // It is asked often, and not all the time.
    expect(manager.reads).toBeGreaterThan(60)
    expect(manager.reads).toBeLessThan(240)
    await pass(2 * MINUTE)
    expect(cache.lookUp('key')).toBeUndefined()
    manager.answer = { text: 'second' }
    await pass(31_000)
    expect(cache.lookUp('key')).toBe('second')
    expect(events).toEqual(['key unreachable 1', 'key fine 0'])
    cache.stop()
  })

  it.each(['denied', 'malformed'] as const)('that are %s for now are used as long', async fault => {
    const { cache, manager, pass, load } = scene()
    await load()
    manager.answer = secretFault(fault, 'for now')
    await pass(30 * MINUTE, 5000)
    expect(cache.lookUp('key')).toBe('first')
    cache.stop()
  })

  it('that were deleted in the manager are not used any longer', async () => {
    const { cache, manager, pass, load, events } = scene()
    await load()
    manager.answer = secretFault('absent', 'gone')
    await pass(5 * MINUTE)
    expect(cache.lookUp('key')).toBeUndefined()
    expect(events).toEqual(['key absent 1'])
    cache.stop()
  })

  it('whose manager is away at the start are read when it is back', async () => {
    const { cache, manager, pass, load, events } = scene()
    manager.answer = AWAY
    expect(await load()).toEqual(new Map([['key', AWAY]]))
    expect(cache.lookUp('key')).toBeUndefined()
    manager.answer = { text: 'late' }
    await pass(2000)
    expect(cache.lookUp('key')).toBe('late')
    expect(events).toEqual(['key unreachable 1', 'key fine 0'])
    cache.stop()
  })

  it('whose manager does not answer hold up the start for a bounded time', async () => {
    const { cache, manager, pass } = scene({}, 40)
    manager.answer = 'silence'
    const loading = cache.load()
    await pass(11_000)
    const faults = await loading
    expect(faults.size).toBe(40)
    expect(faults.get('key39')?.fault).toBe('unreachable')
    cache.stop()
  })

  it('that are known of before are not read until they are due', async () => {
    const { cache, manager, load, pass } = scene({
      known: new Map([['key', { text: 'known', readAt: -2 * MINUTE }]]),
    })
    expect(await load()).toEqual(new Map())
    expect([cache.lookUp('key'), manager.reads]).toEqual(['known', 0])
    await pass(3 * MINUTE)
    expect([cache.lookUp('key'), manager.reads]).toEqual(['first', 1])
    cache.stop()
  })
})
