// What happens beside single requests and a person with a pager wants to hear of: lines of the log, and counts.
import type { GuardResult } from './guardrails/verdict.ts'

export type Notice =
  | {
      readonly kind: 'circuit'
      /** The config and the place of the target: `chat config.targets[0]`. */
      readonly circuit: string
      readonly to: 'open' | 'half-open' | 'closed'
    }
  | {
      /** A service that state lies in went away or came back: the gateway goes on without it meanwhile. */
      readonly kind: 'service'
      readonly service: 'state' | 'cache' | 'vectors'
      readonly available: boolean
      /** One sentence, without addresses that hold secrets. */
      readonly message: string
    }
  | {
      /** What came of a guard that ran after the reply had gone. */
      readonly kind: 'guard'
      readonly guard: string
      readonly side: 'request' | 'reply'
      readonly trace: string
      /** `erred`: it could not judge; `shed`: too many were under way, so it did not run. */
      readonly verdict: 'passed' | 'failed' | 'erred' | 'shed'
      readonly result?: GuardResult
    }
  | {
      /** A mistake of the gateway, or of a check, that did not end its request. */
      readonly kind: 'bug'
      readonly trace: string
      readonly bug: unknown
    }
