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

/** A sentence for an address that leads nowhere; the vectors of the process where the server cannot keep any. */
export async function openPostgresVectors(
  place: Place,
  secret: LookUp,
  clock: Clock,
  notice: (notice: Notice) => void,
  ownVectors: () => Vectors,
  patience?: number,
): Promise<Vectors | string> {
  const value = place.secret && secret(place.secret)
  const url = addressOf(place.address, value)
  if (url === undefined) return 'The address of cache.semantic.vectors is not a URL of a PostgreSQL.'
  const tell = (available: boolean, message: string): void =>
    notice({ kind: 'service', service: 'vectors', available, message })
  const statements = await openStatements(url)
  try {
    for (const text of PREPARATION) await statements.run(text, [])
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
