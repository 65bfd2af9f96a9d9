// The one structured line that every request leaves in the log. No body, no header value, no secret: what a person
// with a pager needs to find out what happened, and nothing that must be hidden.
import type { Json } from '../../compiler/source.ts'
import type { AttemptRecord } from '../call.ts'
import type { GuardResult } from '../guardrails/verdict.ts'

export interface RequestRecord {
  /** RFC 3339, when the request came. */
  readonly time: string
  readonly trace: string
  readonly method: string
  /** Without the query, which may hold anything. */
  readonly path: string
  readonly status: number
  /** From the first byte of the request to the last of the reply. */
  readonly milliseconds: number
  readonly key?: string
  readonly workspace?: string
  /** The saved config that served, `inline` or `headers`. */
  readonly config?: string
  readonly plan: string
  /** The node that answered: `config.targets[1]`. */
  readonly at?: string
  readonly provider?: string
  readonly model?: string
  readonly stream?: true
  readonly retries?: number
  readonly cache?: string
  /** Of a hit: seconds since it was stored. */
  readonly cacheAge?: number
  /** Of a semantic hit: the cosine of the two questions. */
  readonly similarity?: number
  readonly attempts?: readonly AttemptRecord[]
  /** Targets that were left out, since their circuits were open. */
  readonly skipped?: readonly string[]
  /** What came of guards that ran before the reply had gone: reasons of checks, never texts of the client. */
  readonly guards?: readonly GuardResult[]
  readonly usage?: Json
  readonly bytesIn: number
  readonly bytesOut: number
  /** The failure of the gateway, by its code. */
  readonly error?: string
  readonly message?: string
  /** Why a stream broke off after its beginning had been sent. */
  readonly broken?: string
  /** The client left before the end. */
  readonly left?: true
}
