// What handlers of logs need from the process besides the store: prices, which bodies may be stored, and the replay of a plan.
import type { Gateway, LogRecord, Plan, PlanPrompt } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { FindDatedPrice } from '../../values/prices/find-price.ts'
import type { ControlSources } from '../core/control-sources.ts'

export interface LogPortSources {
  /** What is needed to store and replay records besides; absent if they are not stored. */
  readonly logPorts?: StoredLogPorts | undefined
  /** The start of the digest of the release that is served, as records have it. */
  readonly servedPlan?: string | undefined
}

export interface PlainBodies {
  /** The user whose request it is, as metadata names it; where bodies are stored, the identity of the user. */
  readonly user?: string | undefined
  readonly request?: Uint8Array | undefined
  readonly response?: Uint8Array | undefined
}

/** One target that a request might be sent to first. */
export interface ReplayOutcome {
  /** Such as `config.targets[1]`. */
  readonly target: string
  readonly provider: string
  readonly model: string | undefined
  /** Of such requests, from 0 to 1; undefined where it depends on what is not decided. */
  readonly share: number | undefined
  readonly steps: readonly { readonly at: string; readonly to: string; readonly because: string }[]
  /** Where it goes when the target fails, in this order; `on` lists statuses and kinds of errors. */
  readonly next: readonly { readonly on: string; readonly to: string }[]
  /** Sentences. */
  readonly undecided: readonly string[]
}

/** A logged request as a plan sees it; its body where it was stored. */
export interface ReplayedRequest {
  readonly record: LogRecord
  readonly body: Json | undefined
}

/** A call of a provider, as a simulation makes it. */
export interface ReproducedCall {
  readonly target: string | undefined
  readonly provider: string | undefined
  readonly model: string | undefined
  readonly method: string
  readonly url: string
  /** Credentials are the references to them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json | undefined
  readonly outcome: number | string
}

/** A logged request, simulated with its recorded outcomes. */
export interface Reproduction {
  /** Why there is none. */
  readonly problem: string | undefined
  readonly calls: readonly ReproducedCall[]
  /** In what the simulation differs from the record. */
  readonly differences: readonly string[]
  /** What the record lacks. */
  readonly lacking: readonly string[]
  /** A config test as YAML; undefined if there can be none. */
  readonly test: string | undefined
}

/** What a request is simulated with. */
export interface ServedProject {
  readonly gateway: Gateway
  readonly plans: Readonly<Record<string, Plan>>
  readonly prompts?: Readonly<Record<string, PlanPrompt>> | undefined
  readonly partials?: Readonly<Record<string, string>> | undefined
  readonly catalog: ControlSources['catalog']
}

export interface StoredLogPorts {
  readonly price: FindDatedPrice
  /** The bodies that the manifest allows to be stored of a workspace, masked; undefined where it allows none. */
  readonly keepBodies: (workspace: string, bodies: PlainBodies) => PlainBodies | undefined
  /** Where a plan would send a request, without calling anyone. */
  readonly reproduce: (request: ReplayedRequest, project: ServedProject) => Promise<Reproduction>
  readonly replay: (plan: Plan, request: ReplayedRequest) => readonly ReplayOutcome[]
}
