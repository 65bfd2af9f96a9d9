// What every driver of the log store does with records, in the words of its port. A driver's own test calls this with a way to
// make a new, empty store.
import { hash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { KeyRing } from '../../../../runtime/control/core/sealing/key-ring.ts'
import { readKeyRing } from '../../../../runtime/control/core/sealing/key-ring.ts'
import type { LogBatch, LogFilter, LogStore } from '../../../../runtime/control/logs/log-store.ts'
import type { LogRecord } from '../../../../schemas/generated/types.ts'

export type CreateLogStore = (ring?: KeyRing) => Promise<LogStore>

/** A Friday. */
export const NOON = Date.UTC(2026, 10, 20, 12)
export const MINUTE = 60_000
export const HOURS = 60 * MINUTE
export const DAYS = 24 * HOURS

export const everything: LogFilter = { scope: 'all', from: NOON - 40 * DAYS, to: NOON + DAYS }

export const recordOf = (number: number, rest: Partial<LogRecord> = {}): LogRecord => ({
  id: number.toString(16).padStart(32, '0'),
  time: new Date(NOON - number * MINUTE).toISOString(),
  trace: `trace-${number}`,
  method: 'POST',
  path: '/v1/chat/completions',
  status: 200,
  milliseconds: 100,
  plan: '0123456789ab',
  workspace: 'team',
  bytesIn: 1,
  bytesOut: 2,
  ...rest,
})

export const batchOf = (id: string, records: readonly LogRecord[]): LogBatch => ({
  id,
  lines: records.map(record => JSON.stringify(record)).join('\n'),
})

export function ringOf(...seeds: readonly string[]): KeyRing {
  const ring = readKeyRing(seeds.map(seed => hash('sha256', seed, 'base64')).join(), text =>
    hash('sha256', text, 'hex'),
  )
  if (typeof ring === 'string') throw new Error(ring)
  return ring
}

export const opener =
  (create: CreateLogStore) =>
  async (ring?: KeyRing): Promise<LogStore> => {
    const store = await create(ring)
    onTestFinished(() => store.close())
    return store
  }

export const numbersOf = (records: readonly { readonly record: LogRecord }[]): readonly number[] =>
  records.map(({ record }) => Number.parseInt(record.id, 16))

export function recordContract(create: CreateLogStore): void {
  const opened = opener(create)

  describe('a session', () => {
    const cached = { input: 100, output: 5, cached: 80, source: 'provider' } as const
    const RECORDS = [
      recordOf(1, { session: 's-1', tokens: cached, cost: 2 }),
      recordOf(2, {
        session: 's-1',
        tokens: { ...cached, cached: 20 },
        status: 500,
        metadata: { team: 'a' },
      }),
      recordOf(3, { session: 's-2', workspace: 'other', metadata: { _session: 'not this' } }),
      recordOf(4),
    ]

    it('finds its records, within the scope', async () => {
      const store = await opened()
      await store.append(batchOf('a', RECORDS))
      const found = async (session: string, scope: LogFilter['scope'] = 'all') =>
        numbersOf((await store.list({ ...everything, scope, metadata: { _session: session } }, 5)).records)
      expect(await found('s-1')).toEqual([1, 2])
      expect(await found('s-2')).toEqual([3])
      expect(await found('s-2', ['team'])).toEqual([])
      expect(await found('not this')).toEqual([])
    })

    it('is counted from the records, with the share of cached tokens, and is not a key of the metadata', async () => {
      const store = await opened()
      await store.append(batchOf('a', RECORDS))
      const { groups, total } = await store.groups({
        filter: everything,
        by: { metadata: '_session' },
        sort: 'requests',
        descending: true,
        offset: 0,
        limit: 5,
        percentiles: false,
        cachedTokens: true,
      })
      expect(total).toBe(2)
      expect(groups[0]).toMatchObject({
        value: 's-1',
        totals: { requests: 2, errors: 1, cost: 2, inputTokens: 200, outputTokens: 10, cachedTokens: 100 },
      })
      expect(groups[1]).toMatchObject({ value: 's-2', totals: { requests: 1, cachedTokens: 0 } })
      expect((await store.facets('metadata', 'all')).map(({ value }) => value)).toEqual(['team'])
    })

    it('counts cached tokens of other groups where they are requested', async () => {
      const store = await opened()
      await store.append(batchOf('a', RECORDS))
      const query = { filter: everything, by: 'workspace', sort: 'requests', descending: true } as const
      const page = { offset: 0, limit: 5, percentiles: false } as const
      const cachedOf = async (more: object) =>
        (await store.groups({ ...query, ...page, ...more })).groups.map(({ totals }) => totals.cachedTokens)
      expect(await cachedOf({ cachedTokens: true })).toEqual([100, 0])
      expect(await cachedOf({})).toEqual([undefined, undefined])
    })
  })

  describe('a batch', () => {
    it('is read back as it was written, whatever its texts contain', async () => {
      const store = await opened()
      const record = recordOf(1, {
        model: 'm\u0000\ud800 "quoted" \u2028',
        metadata: { 'a.b"c': "it's", $x: 1, yes: true },
        steps: [{ at: 'config', to: 'config.targets[0]', because: 'default' }],
      })
      await store.append(batchOf('a', [record]))
      expect((await store.find(record.id, 'all'))?.record).toEqual(record)
      expect(
        (await store.list({ ...everything, metadata: { 'a.b"c': "it's", $x: '1' } }, 5)).records,
      ).toHaveLength(1)
      expect(
        (
          await store.groups({
            filter: { ...everything, trace: 'trace-1' },
            by: { metadata: '$x' },
            sort: 'requests',
            descending: true,
            offset: 0,
            limit: 5,
            percentiles: false,
          })
        ).groups,
      ).toMatchObject([{ value: '1', totals: { requests: 1 } }])
    })

    it('that is repeated counts once', async () => {
      const store = await opened()
      const batch = batchOf('a', [recordOf(1), recordOf(2)])
      await Promise.all([store.append(batch), store.append(batch)])
      await store.append(batch)
      await store.append(batchOf('b', [recordOf(3)]))
      expect((await store.list(everything, 10)).records).toHaveLength(3)
      expect(await store.count(everything)).toBe(3)
      expect((await store.status()).records).toBe(3)
    })

    it('with a line that is no record is refused whole, and those beside it are written', async () => {
      const store = await opened()
      const results = await Promise.allSettled([
        store.append(batchOf('a', [recordOf(1)])),
        store.append({ id: 'b', lines: `${JSON.stringify(recordOf(2))}\n{"id":` }),
        store.append(batchOf('c', [recordOf(3)])),
      ])
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(results[1]).toMatchObject({ reason: { name: 'StoreError', code: 'unsupported' } })
      expect(numbersOf((await store.list(everything, 10)).records)).toEqual([1, 3])
    })

    it('may have records of one millisecond with one identifier, and of any time', async () => {
      const store = await opened()
      const old = recordOf(2, { time: '2024-02-29T23:59:59.999Z' })
      await store.append(batchOf('a', [recordOf(1), recordOf(1), old]))
      expect(await store.count({ ...everything, from: 0 })).toBe(3)
      expect((await store.findTrace('trace-1', 'all')).length).toBe(2)
      expect((await store.status()).oldest).toBe(Date.parse(old.time))
    })
  })

  describe('a list', () => {
    it('has the newest first, within its period', async () => {
      const store = await opened()
      await store.append(
        batchOf(
          'a',
          [3, 1, 2, 5, 4].map(number => recordOf(number)),
        ),
      )
      expect(numbersOf((await store.list(everything, 10)).records)).toEqual([1, 2, 3, 4, 5])
      const period = { ...everything, from: NOON - 4 * MINUTE, to: NOON - 2 * MINUTE }
      expect(numbersOf((await store.list(period, 10)).records)).toEqual([3, 4])
      expect((await store.list({ ...everything, to: 0, from: 0 }, 10)).records).toEqual([])
    })

    it('gives each record once by its pages, over weeks, while others are appended', async () => {
      const store = await opened()
      const records = Array.from({ length: 60 }, (_, at) =>
        recordOf(at, {
          time: new Date(NOON - Math.floor(at / 3) * DAYS).toISOString(),
          metadata: { odd: at % 2 },
        }),
      )
      await store.append(batchOf('a', records))
      let turn = 0
      for (const filter of [
        everything,
        { ...everything, metadata: { odd: '1' } },
        { ...everything, scope: ['team'] },
      ]) {
        const expected = (await store.list(filter, 1000)).records.map(({ record }) => record.id)
        const seen: string[] = []
        let next: string | undefined
        do {
          const page = await store.list(filter, 7, next)
          seen.push(...page.records.map(({ record }) => record.id))
          next = page.next
          turn += 1
          const time = new Date(NOON + turn * MINUTE).toISOString()
          await store.append(batchOf(`turn ${turn}`, [recordOf(1000 + turn, { time, metadata: { odd: 1 } })]))
        } while (next !== undefined)
        expect(seen).toEqual(expected)
      }
    })

    it('refuses a cursor that it has not made, and goes on', async () => {
      const store = await opened()
      await expect(store.list(everything, 1, 'x')).rejects.toMatchObject({
        name: 'StoreError',
        code: 'unknown-cursor',
      })
      expect((await store.list(everything, 1)).records).toEqual([])
    })
  })

  it('nothing of another workspace is seen', async () => {
    const store = await opened(ringOf('key'))
    const bodies = [{ id: recordOf(1).id, request: Buffer.from('secret') }]
    await store.append({ ...batchOf('a', [recordOf(1, { model: 'm', metadata: { user: 'x' } })]), bodies })
    await store.append(batchOf('b', [recordOf(2, { workspace: 'other-team', model: 'n' })]))
    await store.putFeedback({
      id: 'f',
      workspace: 'team',
      trace: 'trace-1',
      value: 1,
      weight: 1,
      metadata: {},
      time: NOON,
    })
    for (const scope of [['other-team'], ['nobody'], []]) {
      const filter = { ...everything, scope }
      const group = {
        filter,
        sort: 'requests',
        descending: true,
        offset: 0,
        limit: 10,
        percentiles: true,
      } as const
      expect(await store.find(recordOf(1).id, scope)).toBeUndefined()
      expect(await store.findTrace('trace-1', scope)).toEqual([])
      expect(await store.bodies(recordOf(1).id, scope)).toBeUndefined()
      expect(await store.findFeedback('f', scope)).toBeUndefined()
      expect(await store.count(filter)).toBe(scope.includes('other-team') ? 1 : 0)
      for (const [by, name] of [
        ['model', 'model'],
        [{ metadata: 'user' }, 'metadata'],
      ] as const) {
        expect((await store.groups({ ...group, by })).groups.map(({ value }) => value)).not.toContain('m')
        expect(
          (await store.groups({ ...group, filter: { ...filter, trace: 'trace-1' }, by })).groups,
        ).toEqual([])
        expect((await store.facets(name, scope)).map(({ value }) => value)).not.toContain(
          name === 'model' ? 'm' : 'user',
        )
      }
      expect((await store.list(filter, 10)).records.map(({ record }) => record.workspace)).not.toContain(
        'team',
      )
      expect((await store.graph({ filter, step: DAYS, percentiles: true })).summary.requests).toBeLessThan(2)
      expect(await store.erase({ workspace: scope[0] ?? '' })).toBe(0)
    }
    expect((await store.bodies(recordOf(1).id, ['team']))?.request).toEqual(
      new Uint8Array(Buffer.from('secret')),
    )
  })

  it('feedback belongs to the records of its trace, is replaced by its identifier, and is filtered by its mean', async () => {
    const store = await opened()
    await store.append(batchOf('a', [recordOf(1), recordOf(2), recordOf(3)]))
    const feedback = { workspace: 'team', trace: 'trace-1', weight: 1, metadata: { by: 'a' }, time: NOON }
    await store.putFeedback({ ...feedback, id: 'x', value: -9 })
    await store.putFeedback({ ...feedback, id: 'x', value: 4 })
    await store.putFeedback({ ...feedback, id: 'y', value: 8, weight: 0.5 })
    await store.putFeedback({ ...feedback, id: 'z', trace: 'trace-2', value: -5 })
    await store.putFeedback({ ...feedback, id: 'w', trace: 'trace-3', value: 5, weight: 0 })
    expect((await store.find(recordOf(1).id, 'all'))?.feedback.map(({ value }) => value)).toEqual([4, 8])
    expect(await store.findFeedback('x', ['team'])).toEqual({ ...feedback, id: 'x', value: 4 })
    expect(
      numbersOf((await store.list({ ...everything, feedback: { min: 5, max: 6 } }, 10)).records),
    ).toEqual([1])
    expect(await store.count({ ...everything, feedback: { max: 0 } })).toBe(1)
  })

  it('values for filters come from a dictionary, the most frequent first', async () => {
    const store = await opened()
    const models = ['b', 'a', 'a', 'c', 'a', 'c']
    await store.append(
      batchOf(
        'a',
        models.map((model, at) => recordOf(at, { model, metadata: { tier: model } })),
      ),
    )
    expect(await store.facets('model', ['team'])).toEqual([
      { value: 'a', lastSeen: NOON - MINUTE },
      { value: 'c', lastSeen: NOON - 3 * MINUTE },
      { value: 'b', lastSeen: NOON },
    ])
    expect((await store.facets('metadata', 'all')).map(({ value }) => value)).toEqual(['tier'])
    expect(await store.facets('prompt', 'all')).toEqual([])
  })
}
