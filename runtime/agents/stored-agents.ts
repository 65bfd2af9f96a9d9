// Agents that are saved in the store, as the request path sees them.
import type { Failure } from '../values/failures.ts'
import type { LinkedAgent } from './linked-agent.ts'

/** The facts of a caller that decide which agents it may call. */
export interface AgentCaller {
  readonly workspace: string
  /** The person whose key it is; undefined for services. */
  readonly user: string | undefined
}

export interface StoredAgents {
  /** The same object until it changes; undefined where the caller may call none of this name, a failure where it cannot be served. */
  readonly find: (slug: string, caller: AgentCaller) => LinkedAgent | Failure | undefined
  /** Why an unknown agent may exist; absent if all are known. */
  readonly lookFault?: () => Failure | undefined
}
