// What linkers are given besides the plan: the ports, the catalogue, the gateway's facts and its resolved secrets.
import type { Catalog } from '../../compiler/catalog.ts'
import type { Gateway, ProviderRow, Secret } from '../../schemas/generated/types.ts'
import type { Ports } from '../ports.ts'
import type { Adapter } from '../providers/adapter.ts'
import type { CacheStore } from '../state/cache-store.ts'
import type { GetToken } from './tokens.ts'

export interface Parts {
  readonly ports: Ports
  readonly gateway: Gateway
  readonly catalog: Catalog
  /** The adapter of a row's dialect; undefined for the vendor's own. */
  readonly adapter: (row: ProviderRow) => Adapter | undefined
  /** Tokens that credentials are exchanged for. */
  readonly tokens: GetToken
  /** Where kept replies lie. */
  readonly cache: CacheStore
  /** The value of a secret, looked up when the bundle was loaded. */
  readonly secret: (secret: Secret) => string | undefined
}
