// What linkers are given besides the plan: the ports, the catalogue, the gateway's facts and its resolved secrets.
import type { Catalog } from '../../compiler/catalog.ts'
import type { Gateway, ProviderSpec, Secret } from '../../schemas/generated/types.ts'
import type { Afterwards } from '../guardrails/afterwards.ts'
import type { Check } from '../guardrails/check.ts'
import type { Notice } from '../notice.ts'
import type { Ports } from '../ports.ts'
import type { Adapter } from '../providers/adapter.ts'
import type { CacheStore } from '../state/cache-store.ts'
import type { Circuits } from '../state/circuits.ts'
import type { Vectors } from '../state/vectors/vectors.ts'
import type { GetToken } from './tokens.ts'

export interface Parts {
  readonly ports: Ports
  readonly gateway: Gateway
  readonly catalog: Catalog
  /** The adapter of a row's dialect; undefined for the vendor's own. */
  readonly adapter: (row: ProviderSpec) => Adapter | undefined
  /** Tokens that credentials are exchanged for. */
  readonly tokens: GetToken
  /** Where kept replies lie. */
  readonly cache: CacheStore
  /** Where embeddings of kept replies lie; absent where no plan compares by meaning. */
  readonly vectors?: Vectors
  /** The circuits of targets. */
  readonly circuits: Circuits
  /** The checks of guardrails by identifier. */
  readonly check: (id: string) => Check | undefined
  /** Where guards run that judge when the reply has gone. */
  readonly afterwards: Afterwards
  /** Tells what happened beside single requests. */
  readonly notice: (notice: Notice) => void
  /** The value of a secret, looked up when the bundle was loaded. */
  readonly secret: (secret: Secret) => string | undefined
}
