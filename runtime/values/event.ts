// Events outside of single requests that matter to operators: log records and metrics.
import type { GuardResult } from './guard-verdict.ts'

export type GatewayEvent =
  | {
      readonly kind: 'circuit'
      /** The config and the path of the target: `chat config.targets[0]`. */
      readonly circuit: string
      readonly to: 'open' | 'half-open' | 'closed'
    }
  | {
      /** A service that stores state became unavailable or available again: the gateway works without it meanwhile. */
      readonly kind: 'service'
      readonly service: 'state' | 'cache' | 'vectors' | 'limits' | 'usage' | 'secrets' | 'store'
      readonly available: boolean
      /** One sentence, without URLs that contain secrets. */
      readonly message: string
    }
  | {
      /** The result of a guard that ran after the reply was sent. */
      readonly kind: 'guard'
      readonly guard: string
      readonly side: 'request' | 'reply'
      readonly trace: string
      /** `erred`: it could not be evaluated; `shed`: too many were running, so it was skipped. */
      readonly verdict: 'passed' | 'failed' | 'erred' | 'shed'
      readonly result?: GuardResult
    }
  | {
      /** A usage limit has reached its threshold, or its alert could not be delivered. */
      readonly kind: 'alert'
      /** The name of the policy. */
      readonly policy: string
      readonly message: string
    }
  | {
      /** Whether a canary would have sent a call elsewhere than the plan in use. */
      readonly kind: 'decision'
      readonly config: string
      /** The release of the canary. */
      readonly release: number
      readonly differs: boolean
      /** For some of those that differ: where each plan sends the call. */
      readonly sample?: { readonly trace: string; readonly stable: string; readonly canary: string }
    }
  | {
      /** A sink of the log stopped taking records, takes them again, or has lost some. */
      readonly kind: 'sink'
      readonly sink: string
      /** Whether it takes records now. */
      readonly available: boolean
      /** How many records the line is about. */
      readonly lost?: number
      readonly message: string
    }
  | {
      /** A sink lost records: only counted, a log line follows for many of them. */
      readonly kind: 'shed'
      readonly sink: string
      readonly count: number
    }
  | {
      /** A worker thread ended, or another one is in its place. */
      readonly kind: 'worker'
      /** Its number, from 1. */
      readonly worker: number
      readonly running: boolean
      readonly message: string
    }
  | {
      /** A bug in the gateway or in a check that did not fail its request. */
      readonly kind: 'bug'
      readonly trace: string
      readonly bug: unknown
    }

/** The event for operators when the store of saved resources and releases becomes unavailable, and when it is back. */
export const storeEvent = (available: boolean, message: string): GatewayEvent => ({
  kind: 'service',
  service: 'store',
  available,
  message,
})
