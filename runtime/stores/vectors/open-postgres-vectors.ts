// The vectors in the PostgreSQL that the manifest names, from its address on. Where that server has no pgvector the
// process keeps its own, and says so.
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
/** Milliseconds that the gateway waits at its start for the server to be reached and to have its table. */
const PREPARED_WITHIN = 10_000

/** A sentence for an address that leads nowhere; the vectors of the process where the server cannot keep any. */
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
  if (url === undefined) return 'The address of cache.semantic.vectors is not a URL of a PostgreSQL.'
  const tell = (available: boolean, message: string): void =>
    notice({ kind: 'service', service: 'vectors', available, message })
  const statements = await open(url)
  try {
    await within(clock, PREPARED_WITHIN, prepare(statements))
  } catch (error) {
    void statements.end()
    tell(
      false,
      `The PostgreSQL at ${url.host} cannot compare vectors: ${reasonOf(error)}. It needs the extension "vector" and the right to make a table; the process keeps vectors of its own instead.`,
    )
    return ownVectors()
  }
  const told: TellAvailable = (available, reason) =>
    tell(
      available,
      available
        ? `The PostgreSQL at ${url.host} compares vectors again.`
        : `The PostgreSQL at ${url.host} compares no vectors for now: ${reason}. Requests are served without it.`,
    )
  return createPostgresVectors(statements, clock, told, patience)
}

async function prepare({ run }: Statements): Promise<void> {
  for (const text of PREPARATION) await run(text, [])
}

/** Rejects when the work takes longer: a server that waits for a lock must not keep the gateway from starting. */
function within(clock: Clock, milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = Object.assign(new Error('The server does not answer.'), { code: 'too slow' })
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

/** The client is loaded here, where a manifest names such a server. */
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
