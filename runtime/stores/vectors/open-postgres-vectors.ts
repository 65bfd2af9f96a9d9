// Opens the vector store in the PostgreSQL of the manifest. If that server has no pgvector, falls back to the in-process
// store and logs it.
import type { Vectors as Place } from '../../../schemas/generated/types.ts'
import type { Notice } from '../../notice.ts'
import type { Clock } from '../../ports.ts'
import type { Vectors } from '../../state/vectors/vectors.ts'
import type { LookUp } from '../secrets.ts'
import {
  createPostgresVectors,
  PREPARATION,
  reasonOf,
  type Statements,
  type TellAvailable,
} from './postgres-vectors.ts'

const CONNECTIONS = 4
/** Seconds. */
const CONNECT_TIMEOUT = 5
/** Milliseconds that startup waits for the connection and the table. */
const PREPARED_WITHIN = 10_000

/** Returns an error message for an invalid address; falls back to the in-process store if setup fails. */
export async function openPostgresVectors(
  place: Place,
  secret: LookUp,
  clock: Clock,
  notice: (notice: Notice) => void,
  ownVectors: () => Vectors,
  patience?: number,
  open = openStatements,
): Promise<Vectors | string> {
  const value = place.secret && secret(place.secret)
  const url = addressOf(place.address, value)
  if (url === undefined) return 'The address in cache.semantic.vectors is not a PostgreSQL URL.'
  const tell = (available: boolean, message: string): void =>
    notice({ kind: 'service', service: 'vectors', available, message })
  const statements = await open(url)
  try {
    await within(clock, PREPARED_WITHIN, prepare(statements))
  } catch (error) {
    void statements.end()
    tell(
      false,
      `PostgreSQL at ${url.host} cannot be used for vectors: ${reasonOf(error)}. It requires the extension "vector" and permission to create a table; vectors are kept in memory instead.`,
    )
    return ownVectors()
  }
  const told: TellAvailable = (available, reason) =>
    tell(
      available,
      available
        ? `PostgreSQL at ${url.host} is available for vector search again.`
        : `PostgreSQL at ${url.host} is unavailable for vector search: ${reason}. Requests are served without it.`,
    )
  return createPostgresVectors(statements, clock, told, patience)
}

async function prepare({ run }: Statements): Promise<void> {
  for (const text of PREPARATION) await run(text, [])
}

/** Rejects on timeout: a server that waits for a lock must not block the startup of the gateway. */
function within(clock: Clock, milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = Object.assign(new Error('The server does not respond.'), { code: 'too slow' })
    const stop = clock.after(milliseconds, () => reject(late))
    work.finally(stop).then(resolve, reject)
  })
}

function addressOf(address: string | undefined, secret: string | undefined): URL | undefined {
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
