// Bodies and retention, for every driver.
import { expect, it } from 'vitest'
import { batchOf, type CreateLogStore, DAYS, everything, NOON, opener, recordOf, ringOf } from './contract.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
const FOREVER = 1000 * DAYS

export function bodyContract(create: CreateLogStore): void {
  const opened = opener(create)
  const [first, second, third] = [1, 2, 3].map(number => recordOf(number).id) as [string, string, string]

  it('bodies are read as they were written, and only where there are some', async () => {
    const store = await opened(ringOf('key'))
    const long = bytes('long '.repeat(100_000))
    const bodies = [
      { id: first, request: bytes('{}'), response: long },
      { id: second, response: bytes('') },
    ]
    await store.append({ ...batchOf('a', [recordOf(1), recordOf(2), recordOf(3)]), bodies })
    expect(await store.bodies(first, ['team'])).toEqual(bodies[0])
    expect(await store.bodies(second, 'all')).toEqual(bodies[1])
    expect(await store.bodies(third, 'all')).toBeUndefined()
    const { records } = await store.list(everything, 10)
    expect(records.map(({ hasBodies }) => hasBodies)).toEqual([true, true, false])
  })

  it('without a key of the operator the records are kept, and the bodies are reported as not stored', async () => {
    const store = await opened()
    await store.append({ ...batchOf('a', [recordOf(1)]), bodies: [{ id: first, request: bytes('x') }] })
    expect(await store.find(first, 'all')).toMatchObject({ hasBodies: false })
    expect(await store.bodies(first, 'all')).toBeUndefined()
    expect((await store.status()).details['bodiesNotStored']).toBe(1)
  })

  it('says which keys of the operator have sealed what', async () => {
    const store = await opened(ringOf('key'))
    expect(await store.sealedWith()).toEqual({})
    const bodies = [
      { id: first, request: bytes('x') },
      { id: second, request: bytes('y'), user: 'ann' },
    ]
    await store.append({ ...batchOf('a', [recordOf(1), recordOf(2)]), bodies })
    expect(await store.sealedWith()).toEqual({ [ringOf('key').current.id]: 2 })
  })

  it('erasure of a user, and of a workspace, leaves the records without bodies; later bodies have a new key', async () => {
    const store = await opened(ringOf('key'))
    const records = [
      recordOf(1, { metadata: { _user: 'ann' } }),
      recordOf(2, { metadata: { _user: 'bob' } }),
      recordOf(3, { workspace: 'other-team', metadata: { _user: 'ann' } }),
    ]
    const bodies = records.map(({ id }) => ({ id, request: bytes(id) }))
    const users = ['ann', 'bob', 'ann']
    const owned = bodies.map((each, at) => ({ ...each, user: users[at] ?? '' }))
    await store.append({ ...batchOf('a', records), bodies: owned })
    expect(await store.erase({ workspace: 'team', user: 'ann' })).toBe(1)
    expect(await store.bodies(first, 'all')).toBeUndefined()
    expect(await store.find(first, 'all')).toMatchObject({ hasBodies: false })
    expect(await store.bodies(second, 'all')).toEqual(bodies[1])
    expect(await store.erase({ workspace: 'team' })).toBe(1)
    expect(await store.bodies(second, 'all')).toBeUndefined()
    expect(await store.bodies(third, 'all')).toEqual(bodies[2])
    expect(await store.count(everything)).toBe(3)
    const later = recordOf(4, { metadata: { _user: 'ann' } })
    await store.append({
      ...batchOf('b', [later]),
      bodies: [{ id: later.id, user: 'ann', request: bytes('new') }],
    })
    expect((await store.bodies(later.id, 'all'))?.request).toEqual(bytes('new'))
  })

  it('retention drops bodies, records and counts, each in its time, and feedback with the records', async () => {
    const store = await opened(ringOf('key'))
    const ages = [1, 20, 50]
    const records = ages.map(age => recordOf(age, { time: new Date(NOON - age * DAYS).toISOString() }))
    const bodies = records.map(({ id }) => ({ id, request: bytes(id) }))
    await store.append({ ...batchOf('a', records), bodies })
    const feedback = { workspace: 'team', value: 1, weight: 1, metadata: {} }
    for (const [at, age] of ages.entries())
      await store.putFeedback({
        ...feedback,
        id: `f${age}`,
        trace: `trace-${ages[at]}`,
        time: NOON - age * DAYS,
      })
    const filter = { ...everything, from: NOON - 100 * DAYS }
    await store.prune({ records: FOREVER, bodies: 10 * DAYS, totals: FOREVER }, NOON)
    expect((await store.list(filter, 10)).records.map(({ hasBodies }) => hasBodies)).toEqual([
      true,
      false,
      false,
    ])
    await store.prune({ records: 35 * DAYS, bodies: 10 * DAYS, totals: FOREVER }, NOON)
    expect((await store.list(filter, 10)).records).toHaveLength(2)
    expect(await store.findFeedback('f50', 'all')).toBeUndefined()
    expect(await store.findFeedback('f20', 'all')).toBeDefined()
    expect(await store.count(filter)).toBe(3)
    await store.prune({ records: 35 * DAYS, bodies: 10 * DAYS, totals: 100 * DAYS }, NOON + 90 * DAYS)
    expect(await store.count({ ...filter, from: 0 })).toBeLessThan(3)
    expect((await store.list({ ...filter, from: 0 }, 10)).records).toEqual([])
    await store.append(batchOf('b', [recordOf(7, { time: new Date(NOON + 90 * DAYS).toISOString() })]))
    expect((await store.list({ ...filter, to: NOON + 91 * DAYS }, 10)).records).toHaveLength(1)
  })
}
