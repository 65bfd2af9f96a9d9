// What the control plane works with: the bundle in use, the store, and time and chance. Each file names those that it uses.
import type { Catalog } from '../../../compiler/facts/catalog.ts'
import type { Bundle, Gateway } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Limiter } from '../../limits/limiter.ts'
import type { Ports } from '../../values/ports.ts'
import type { DeniedChanges } from './denied-request.ts'
import type { Replica } from './replica.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Sealing } from './sealing/sealing.ts'

export interface ControlSources extends Pick<Ports, 'clock' | 'randomId' | 'hash' | 'nextTurn'> {
  /** The facts and plans of the bundle in use: what is owned by git. */
  readonly gateway: Gateway
  readonly plans: Bundle['plans']
  readonly prompts: Bundle['prompts']
  readonly partials: Bundle['partials']
  /** Reads templates that are YAML; absent in a runtime without the compiler. */
  readonly readYaml: ((text: string) => Json | undefined) | undefined
  /** The number of the version of a config of the bundle; absent, or undefined, where it came from a file. */
  readonly configNumber?: ((config: string) => number | undefined) | undefined
  /** Providers and checks, for compiling configs. */
  readonly catalog: Catalog
  /** The identifier of the organisation. */
  readonly organisation: string
  /** When the bundle was loaded, in milliseconds since 1970: the time of what it defines. */
  readonly loadedAt: number
  /** The keys of secrets in the store; absent if none is configured: no secret can be written. */
  readonly sealing?: Sealing | undefined
  /** Absent if the manifest names no store: nothing can be written. */
  readonly store: ResourceStore | undefined
  /** Records changes that are denied; absent without a store. */
  readonly denied?: DeniedChanges | undefined
  /** The saved resources in memory; absent without a store. */
  readonly replica: Replica | undefined
  /** The limits that are enforced in this process; absent if it serves no calls. */
  readonly limits?: Limiter
}

/** What resources, and the workspaces that they are in, are read from. */
export type ReadSources = Pick<ControlSources, 'hash' | 'gateway' | 'loadedAt' | 'replica'>

/** What changes of them need besides. */
export type WriteSources = ReadSources & Pick<ControlSources, 'clock' | 'randomId' | 'store'>
