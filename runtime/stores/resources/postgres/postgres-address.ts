// The parts of the address of a PostgreSQL store: the server, the schema of the tables, and a name for messages.
import { StoreError } from '../../../control/core/store-error.ts'

export interface PostgresAddress {
  /** With credentials, for the client. */
  readonly url: string
  /** Without credentials and parameters, for messages. */
  readonly name: string
  readonly schema: string
}

const DEFAULT_SCHEMA = 'portolan'

/** The first schema of `search_path` has the tables; without it, `portolan`. */
export function readPostgresAddress(address: string): PostgresAddress {
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address))
    throw new StoreError(
      'invalid-address',
      'The address of the store is not a PostgreSQL URL: postgres://USER:PASSWORD@HOST/DATABASE.',
    )
  const url = new URL(address)
  const path = url.searchParams.get('search_path')
  url.searchParams.delete('search_path')
  const schema = path?.split(',')[0]?.trim().replaceAll('"', '')
  return {
    url: url.href,
    name: `postgres://${url.host}${url.pathname}`,
    schema: schema === undefined || schema === '' ? DEFAULT_SCHEMA : schema,
  }
}
