// Connections to the PostgreSQL of a store: statements with a deadline, and notifications. Connections that were lost are
// opened again by the next statement. What goes wrong is a `StoreError` without credentials.
import type { Sql } from 'postgres'
import { StoreError } from '../../../control/core/store-error.ts'
import type { Clock } from '../../../values/ports.ts'
import type { PostgresAddress } from './postgres-address.ts'

export type PostgresParameter = string | number | Uint8Array | null
export type PostgresRow = Readonly<Record<string, unknown>>

type RunStatement = (
  text: string,
  ...parameters: readonly PostgresParameter[]
) => Promise<readonly PostgresRow[]>

export interface PostgresConnection {
  readonly rows: RunStatement
  /** For statements that are short and take milliseconds: a caller waits for them, and sooner takes them for lost. */
  readonly briefRows: RunStatement
  /** Listens on a connection of its own. Also calls `action` when that was opened: something may have been missed. */
  readonly listen: (channel: string, action: () => void) => void
  readonly end: () => Promise<void>
}

export interface PostgresTimeouts {
  /** After which the server gives up a statement, in milliseconds; also when it waits for a lock. */
  readonly statement: number
  /** After which connections are given up on which no reply arrives, in milliseconds. */
  readonly silence: number
  /** The same for brief statements; as for others if absent. */
  readonly briefSilence?: number
}

export const POSTGRES_TIMEOUTS: PostgresTimeouts = { statement: 5000, silence: 8000, briefSilence: 2500 }

/** Steps of the schema may take longer, and other processes wait for them. */
export const MIGRATION_TIMEOUTS: PostgresTimeouts = { statement: 60_000, silence: 65_000 }

/** A commit waits for those before it in any case, so that more connections would wait in the server. */
const CONNECTIONS = 4
/** Seconds. */
const CONNECT_TIMEOUT = 5
const MAX_BACKOFF = 1

class Silence extends Error {}

/** The client library is loaded only when an address names PostgreSQL. `replans`: statements are planned for their parameters each time. */
export async function connectPostgres(
  address: PostgresAddress,
  clock: Clock,
  timeouts: PostgresTimeouts,
  { replans = false }: { readonly replans?: boolean } = {},
): Promise<PostgresConnection> {
  const { default: postgres } = await import('postgres')
  const open = (): Sql =>
    postgres(address.url, {
      max: CONNECTIONS,
      connect_timeout: CONNECT_TIMEOUT,
      backoff: retries => Math.min(MAX_BACKOFF, 0.05 * 2 ** retries),
      fetch_types: false,
      onnotice: () => {},
      // Compiling a statement over many partitions takes longer than running it.
      connection: {
        ...{ application_name: 'portolan', statement_timeout: timeouts.statement, jit: false },
        ...(replans && { plan_cache_mode: 'force_custom_plan' }),
      },
    })
  let client = open()
  let listening: Sql | undefined
  let ended = false
  let lastReply = clock.monotonic()

  /** Connections on which nothing arrives would take the next statements, too. */
  const replace = (silent: Sql): void => {
    if (client !== silent || ended) return
    client = open()
    void silent.end({ timeout: 0 })
  }

  /** Rejects when no reply has arrived for a while on any connection: statements may wait for each other. */
  const watch = (patience: number): { readonly silence: Promise<never>; readonly stop: () => void } => {
    const { promise, reject } = Promise.withResolvers<never>()
    const started = clock.monotonic()
    let stop = (): void => {}
    const wait = (milliseconds: number): void => {
      stop = clock.after(milliseconds, () => {
        const left = Math.max(started, lastReply) + patience - clock.monotonic()
        if (left > 0) wait(left)
        else reject(new Silence(`the server has not replied for ${patience} ms`))
      })
    }
    wait(patience)
    return { silence: promise, stop: () => stop() }
  }

  const runWithin =
    (patience: number): RunStatement =>
    async (text, ...parameters) => {
      if (ended) throw new StoreError('unavailable', `The store ${address.name} is closed.`)
      const used = client
      const { silence, stop } = watch(patience)
      try {
        const found = await Promise.race([used.unsafe(text, [...parameters], { prepare: true }), silence])
        lastReply = clock.monotonic()
        return found as unknown as readonly PostgresRow[]
      } catch (error) {
        if (error instanceof Silence) replace(used)
        throw storeError(error, address.name)
      } finally {
        stop()
      }
    }

  return {
    rows: runWithin(timeouts.silence),
    briefRows: runWithin(timeouts.briefSilence ?? timeouts.silence),
    listen: (channel, action) => {
      if (ended) return
      listening ??= open()
      // The library listens again whenever the connection was lost.
      listening.listen(channel, action, action).catch(() => {})
    },
    end: async () => {
      ended = true
      await Promise.all([client.end({ timeout: 1 }), listening?.end({ timeout: 1 })])
    },
  }
}

function storeError(error: unknown, name: string): StoreError {
  // Class 22: the server has understood the statement, but cannot store such text.
  return /^22/.test(codeOf(error))
    ? new StoreError('unsupported', `The store ${name} cannot store this: ${reasonOf(error)}.`)
    : new StoreError('unavailable', `The store ${name} cannot be used: ${reasonOf(error)}.`)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** States in which the server names the user, which is not to be disclosed. */
const REFUSED = new Set(['28P01', '28000'])

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed'
  const code = codeOf(error)
  if (REFUSED.has(code)) return 'the server refuses the user or the password'
  if (code === '57014') return 'a statement has timed out'
  if (code === '55P03') return 'others have held a lock for too long'
  // Errors of several addresses have no message of their own.
  const reason = error.message === '' ? code : error.message
  return reason.replace(/\.$/, '') || 'the connection failed'
}
