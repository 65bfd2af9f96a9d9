// The contract of counters in PostgreSQL, and what several processes admit together.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { slidingRule } from '../../../runtime/limits/counter-rule.ts'
import { CounterGroup, type LimitCounter, type LimitCounters } from '../../../runtime/limits/counters.ts'
import { type CounterStore, WHOLE } from '../../../runtime/limits/fleet/counter-store.ts'
import { createFleetCounters } from '../../../runtime/limits/fleet/fleet-counters.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { LIMIT_SCHEMA } from '../../../runtime/stores/resources/postgres/limit-schema.ts'
import { readPostgresAddress } from '../../../runtime/stores/resources/postgres/postgres-address.ts'
import {
  connectPostgres,
  POSTGRES_TIMEOUTS,
} from '../../../runtime/stores/resources/postgres/postgres-connection.ts'
import {
  createPostgresCounters,
  openPostgresCounters,
} from '../../../runtime/stores/resources/postgres/postgres-counter-store.ts'
import { prepareSchema } from '../../../runtime/stores/resources/postgres/prepare-schema.ts'
import { postgresSchemas } from '../../support/postgres-schemas.ts'
import { isPostgresListening, TEST_POSTGRES } from '../../support/test-postgres.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { amounts, counterContract } from './counter-contract.ts'

const present = await isPostgresListening()
if (!present) console.warn(`No PostgreSQL listens at ${TEST_POSTGRES}: its tests are skipped.`)

const hash = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const randomId = (): string => randomUUID().replaceAll('-', '')
const schemas = postgresSchemas()

describe.skipIf(!present)('service: PostgreSQL', async () => {
  const host = nodePorts()
  // Timing on a busy machine is not under test.
  const patient = {
    ...host.clock,
    after: (milliseconds: number, action: () => void) => host.clock.after(milliseconds * 100, action),
  }
  const address = schemas.create().href
  const named = readPostgresAddress(address)
  const connection = present ? await connectPostgres(named, host.clock, POSTGRES_TIMEOUTS) : undefined
  if (connection !== undefined) await prepareSchema(named, connection, host.clock, LIMIT_SCHEMA)
  const fleet = present
    ? await Promise.all(
        [1, 2].map(() => openPostgresCounters(address, 'fleet', { ...host, hash, clock: patient })),
      )
    : []
  afterAll(async () => {
    for (const each of fleet) await each.close()
    await connection?.end()
  })
  let stages = 0
  counterContract(() => {
    if (connection === undefined) throw new Error('There is no PostgreSQL.')
    const clock = virtualClock()
    stages += 1
    const running = new Set<Promise<unknown>>()
    const timed = createPostgresCounters(
      connection,
      named,
      `stage ${stages}`,
      { ...host, hash, clock: patient },
      clock.now,
    )
    const store: CounterStore = {
      ...timed,
      ask: (sender, request) => {
        const reply = timed.ask(sender, request)
        running.add(reply)
        void reply.finally(() => running.delete(reply))
        return reply
      },
    }
    const counters = createFleetCounters(
      store,
      { clock: { ...clock, after: () => () => {} }, randomId, endOfTurn: queueMicrotask },
      () => {},
    )
    return {
      clock,
      counters,
      arrived: async () => {
        await new Promise(setImmediate)
        await Promise.all(running)
        await new Promise(setImmediate)
      },
    }
  }, 40)

  it('processes together admit as many as fit, however many ask at once', async () => {
    const counter: LimitCounter = {
      key: 'shared',
      rule: slidingRule({ unit: 'rpm', value: 400 }),
      measure: 'requests',
    }
    const processes: LimitCounters[] = fleet.map(each => createFleetCounters(each, host, () => {}))
    const schema = new URL(address).searchParams.get('search_path')
    await expect
      .poll(
        async () =>
          (await schemas.run(`SELECT part FROM ${schema}.limit_member WHERE gateway = 'fleet'`)).map(
            ({ part }) => Number(part),
          ),
        {
          timeout: 25_000,
        },
      )
      .toEqual([WHOLE / 2, WHOLE / 2])
    const results = await Promise.all(
      Array.from({ length: 1_000 }, (_each, index) =>
        processes[index % 2]?.reserve(new CounterGroup([counter]), amounts(1)),
      ),
    )
    expect(results.filter(result => result?.granted === true)).toHaveLength(400)
    for (const each of processes) await each.close()
  })
})
