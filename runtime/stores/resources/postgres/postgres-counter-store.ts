// The store of shared counters in PostgreSQL: one statement at a time has all requests of the turns that have passed meanwhile. Its
// connections are its own, so that nothing waits behind a commit of resources.
import type { CounterPorts, OpenCounterStore } from '../../../control/core/resource-store.ts'
import type { StoreReply, StoreRequest, StoreSender } from '../../../limits/fleet/counter-store.ts'
import { fairTimeout } from '../../redis/fair-timeout.ts'
import { LIMIT_SCHEMA, STATEMENT_PATIENCE } from './limit-schema.ts'
import { inSchema } from './migrations.ts'
import { type PostgresAddress, readPostgresAddress } from './postgres-address.ts'
import { connectPostgres, type PostgresConnection } from './postgres-connection.ts'
import { prepareSchema } from './prepare-schema.ts'

/** Milliseconds after which the server gives a statement up, and a connection counts as lost. */
const TIMEOUTS = { statement: 1_000, silence: 1_500 }
/** Milliseconds until a server is called again that has failed. */
const PAUSE = 1_000
/** Requests of one statement: the work grows with their square, and another process waits for all of them. */
const MAX_REQUESTS = 100

interface Waiting {
  readonly text: string
  readonly resolve: (reply: StoreReply | undefined) => void
}

/** Rejects with a `StoreError` where the schema cannot be prepared. */
export async function openPostgresCounters(
  text: string,
  gateway: string,
  ports: CounterPorts,
): Promise<OpenCounterStore> {
  const { clock } = ports
  const address = readPostgresAddress(text)
  const connection: PostgresConnection = await connectPostgres(address, clock, TIMEOUTS)
  try {
    await prepareSchema(address, connection, clock, LIMIT_SCHEMA)
  } catch (error) {
    await connection.end()
    throw error
  }
  return createPostgresCounters(connection, address, gateway, ports)
}

/** Over a connection whose schema is prepared. `given` is the time of a test. */
export function createPostgresCounters(
  connection: PostgresConnection,
  address: Pick<PostgresAddress, 'schema'>,
  gateway: string,
  { clock, hash, endOfTurn }: CounterPorts,
  given: () => number | null = () => null,
): OpenCounterStore {
  const statement = inSchema('SELECT s.count_limits($1, $2, $3, $4) AS replies', address.schema)
  const waiting: Waiting[] = []
  let process = ''
  let isScheduled = false
  let isRunning = false
  let isLate = false
  let isPaused = false
  let losses = 0

  const nameOf = (key: string): string => hash(key).slice(0, 32)
  const encode = (sender: StoreSender, request: StoreRequest): string =>
    JSON.stringify({ ...sender, ...request }, (name, value: unknown) =>
      name === 'key' && typeof value === 'string' ? nameOf(value) : value,
    )
  const answer = (asked: readonly Waiting[], replies: readonly (StoreReply | null | undefined)[]): void => {
    for (const [index, { resolve }] of asked.entries()) resolve(replyOf(replies[index]))
  }
  /** Nothing has come for so long that processes decide by themselves; the statement goes on. */
  const giveUp = (asked: readonly Waiting[]): void => {
    isLate = true
    answer(asked, [])
    answer(waiting.splice(0), [])
  }
  const run = async (): Promise<void> => {
    const asked = waiting.splice(0, MAX_REQUESTS)
    if (asked.length === 0) return
    const stop = fairTimeout(clock, STATEMENT_PATIENCE, () => giveUp(asked))
    try {
      const requests = `[${asked.map(({ text }) => text).join()}]`
      const [row] = await connection.rows(statement, gateway, process, requests, given())
      answer(asked, JSON.parse(String(row?.['replies'])) as readonly (StoreReply | null)[])
    } catch {
      losses += 1
      isPaused = true
      answer(asked, [])
      answer(waiting.splice(0), [])
      clock.after(PAUSE, () => {
        isPaused = false
      })
    } finally {
      stop()
      isLate = false
    }
  }
  const start = async (): Promise<void> => {
    isScheduled = false
    if (isRunning) return
    isRunning = true
    while (waiting.length > 0) await run()
    isRunning = false
  }
  return {
    isOpen: () => !isLate && !isPaused,
    connection: () => losses,
    reason: () => (isPaused ? 'it cannot be used' : 'it does not answer in time'),
    ask: (sender, request) => {
      if (isLate || isPaused) return Promise.resolve(undefined)
      process = sender.process
      const { promise, resolve } = Promise.withResolvers<StoreReply | undefined>()
      waiting.push({ text: encode(sender, request), resolve })
      if (!isRunning && !isScheduled) {
        isScheduled = true
        endOfTurn(() => void start())
      }
      return promise
    },
    close: async () => {
      if (waiting.length > 0) await start()
      await connection.end()
    },
  }
}

/** A budget that only a new period frees has no wait. */
function replyOf(reply: StoreReply | null | undefined): StoreReply | undefined {
  if (reply === null || reply === undefined) return undefined
  if (reply.kind !== 'reserved') return reply
  return { ...reply, readings: reply.readings.map(each => ({ ...each, wait: each.wait ?? undefined })) }
}
