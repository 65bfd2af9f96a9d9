// The contract of vectors in a real PostgreSQL. pgvector is in few distributions, so its type and its operator are made
// of plain SQL where it is missing: this tests the results of the statements, not their speed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { openPostgresVectors, openStatements } from '../../../runtime/stores/vectors/open-postgres-vectors.ts'
import { createPostgresVectors, type Statements } from '../../../runtime/stores/vectors/postgres-vectors.ts'
import type { GatewayEvent } from '../../../runtime/values/event.ts'
import { isPostgresListening, TEST_POSTGRES, uniqueSchema } from '../../support/test-postgres.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { vectorsContract } from './vectors-contract.ts'

const present = await isPostgresListening()
if (!present) console.warn(`No PostgreSQL listens at ${TEST_POSTGRES}: its tests are skipped.`)

/** What pgvector has, in plain SQL. */
const STAND_IN = [
  'CREATE DOMAIN vector AS text',
  `CREATE FUNCTION cosine_distance(one text, other text) RETURNS double precision IMMUTABLE LANGUAGE sql AS $$
    SELECT 1 - sum(a * b) / (sqrt(sum(a * a)) * sqrt(sum(b * b)))
    FROM unnest(string_to_array(btrim(one, '[]'), ',')::float8[], string_to_array(btrim(other, '[]'), ',')::float8[]) AS pair(a, b) $$`,
  'CREATE OPERATOR <=> (LEFTARG = text, RIGHTARG = text, FUNCTION = cosine_distance)',
]

describe.skipIf(!present)('service: PostgreSQL', () => {
  const { schema, url } = uniqueSchema()
  let statements: Statements
  beforeAll(async () => {
    if (!present) return
    statements = await openStatements(url)
    await statements.run(`CREATE SCHEMA ${schema}`, [])
    for (const text of STAND_IN) await statements.run(text, [])
  })
  afterAll(async () => {
    await statements?.run(`DROP SCHEMA ${schema} CASCADE`, [])
    await statements?.end()
  })

  const open = async (address: string, notices: GatewayEvent[] = []) =>
    await openPostgresVectors(
      { kind: 'postgres', address },
      () => undefined,
      nodePorts().clock,
      notice => void notices.push(notice),
      () => {
        throw new Error('The process was to keep them.')
      },
      // Timing on a busy machine is not under test.
      20_000,
    )

  vectorsContract('in a PostgreSQL', async () => {
    const vectors = await open(url.href)
    if (typeof vectors === 'string') throw new Error(vectors)
    return vectors
  })

  it('keeps them for other processes, and after a restart', async () => {
    const vector = Float32Array.of(1, 2, 3)
    const [one, other] = [await open(url.href), await open(url.href)]
    if (typeof one === 'string' || typeof other === 'string') throw new Error('They cannot be opened.')
    await one.add('shared', 'a', vector, Date.now())
    await one.close()
    expect(await other.nearest('shared', vector, 0.9, 0)).toMatchObject({ key: 'a', similarity: 1 })
    await other.close()
  })

  it.each([
    ['a server without the extension', TEST_POSTGRES, 'requires the extension "vector"'],
    ['a port where nobody listens', 'postgres://postgres@127.0.0.1:1/test', 'ECONNREFUSED'],
  ])('leaves the process to keep its own: %s', async (_title, address, words) => {
    const notices: GatewayEvent[] = []
    await expect(open(address, notices)).rejects.toThrow('The process was to keep them.')
    expect(notices).toMatchObject([
      { service: 'vectors', available: false, message: expect.stringContaining(words) },
    ])
  })

  it('is told by a sentence that its address leads nowhere', async () => {
    expect(await open('http://127.0.0.1')).toMatch(/not a PostgreSQL URL/)
  })
})

describe('A PostgreSQL that is slow or gone', () => {
  const stage = (run: Statements['run']) => {
    const clock = virtualClock()
    const reported: boolean[] = []
    const vectors = createPostgresVectors(
      { run, end: async () => {} },
      clock,
      available => void reported.push(available),
    )
    return { clock, reported, vectors }
  }
  const EAST = Float32Array.of(1, 0)

  it('finds nothing, and then backs off', async () => {
    let asked = 0
    let works = false
    const { clock, reported, vectors } = stage(async () => {
      asked += 1
      if (!works) throw Object.assign(new Error('secret words'), { code: '57P01' })
      return [{ key: 'a', stored_at: 1, similarity: 1 }]
    })
    for (let done = 0; done < 3; done += 1) expect(await vectors.nearest('p', EAST, 0.9, 0)).toBeUndefined()
    expect([asked, reported]).toEqual([1, [false]])
    works = true
    await clock.advance(1_000)
    expect(await vectors.nearest('p', EAST, 0.9, 0)).toMatchObject({ key: 'a' })
    expect(reported).toEqual([false, true])
  })

  it('does not delay requests', async () => {
    const { clock, vectors } = stage(() => new Promise(() => {}))
    const nearest = vectors.nearest('p', EAST, 0.9, 0)
    await clock.advance(250)
    expect(await nearest).toBeUndefined()
  })

  it.each([[[]], [[{}]], [[{ key: 1, similarity: 1 }]], [[{ key: 'a', similarity: 'NaN' }]]])(
    'may answer anything: %j',
    async rows => {
      const { vectors } = stage(async () => rows)
      expect(await vectors.nearest('p', EAST, 0.9, 0)).toBeUndefined()
    },
  )
})
