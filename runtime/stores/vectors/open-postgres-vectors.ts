// Opens the vector store in the PostgreSQL of the manifest. If that server has no pgvector, falls back to the in-process
// store and logs it.
import type { Vectors as VectorsConfig } from '../../../schemas/generated/types.ts'
import type { Vectors } from '../../state/vectors/vectors.ts'
import type { GatewayEvent } from '../../values/event.ts'
import type { Clock } from '../../values/ports.ts'
import type { LookUpSecret } from '../secrets.ts'
import {
  createPostgresVectors,
  errorReason,
  type OnVectorsAvailability,
  SETUP_STATEMENTS,
  type Statements,
} from './postgres-vectors.ts'

const CONNECTIONS = 4
/** Seconds. */
const CONNECT_TIMEOUT = 5
/** Milliseconds that startup waits for the connection and the table. */
const PREPARE_TIMEOUT_MS = 10_000

/** Returns an error message for an invalid address; falls back to the in-process store if setup fails. */
export async function openPostgresVectors(
  config: VectorsConfig,
  secret: LookUpSecret,
  clock: Clock,
  onEvent: (event: GatewayEvent) => void,
  localVectors: () => Vectors,
  searchTimeoutMs?: number,
  open = openStatements,
): Promise<Vectors | string> {
  const value = config.secret && secret(config.secret)
  const url = connectionUrl(config.address, value)
  if (url === undefined) return 'The address in cache.semantic.vectors is not a PostgreSQL URL.'
  const report = (available: boolean, message: string): void =>
    onEvent({ kind: 'service', service: 'vectors', available, message })
  const statements = await open(url)
  try {
    await within(clock, PREPARE_TIMEOUT_MS, prepare(statements))
  } catch (error) {
    void statements.end()
    report(
      false,
      `PostgreSQL at ${url.host} cannot be used for vectors: ${errorReason(error)}. It requires the extension "vector" and permission to create a table; vectors are stored in memory instead.`,
    )
    return localVectors()
  }
  const onAvailability: OnVectorsAvailability = (available, reason) =>
    report(
      available,
      available
        ? `PostgreSQL at ${url.host} is available for vector search again.`
        : `PostgreSQL at ${url.host} is unavailable for vector search: ${reason}. Requests are served without it.`,
    )
  return createPostgresVectors(statements, clock, onAvailability, searchTimeoutMs)
}

async function prepare({ run }: Statements): Promise<void> {
  for (const text of SETUP_STATEMENTS) await run(text, [])
}

/** Rejects on timeout: a server that waits for a lock must not block the startup of the gateway. */
function within(clock: Clock, milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeoutError = Object.assign(new Error('The server does not respond.'), { code: 'too slow' })
    const stop = clock.after(milliseconds, () => reject(timeoutError))
    work.finally(stop).then(resolve, reject)
  })
}

function connectionUrl(address: string | undefined, secret: string | undefined): URL | undefined {
  const text = address ?? secret ?? ''
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (address !== undefined && secret !== undefined) url.password = encodeURIComponent(secret)
  return url
}

/** The client library is loaded only when a manifest configures PostgreSQL. */
export async function openStatements(url: URL): Promise<Statements> {
  const { default: postgres } = await import('postgres')
  const sql = postgres(url.href, {
    max: CONNECTIONS,
    connect_timeout: CONNECT_TIMEOUT,
    onnotice: () => {},
    connection: { application_name: 'portolan' },
  })
  return {
    run: async (text, parameters) =>
      await sql.unsafe(text, [...parameters], { prepare: parameters.length > 0 }),
    end: async () => await sql.end({ timeout: 1 }),
  }
}
