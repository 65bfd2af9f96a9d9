// The one structured line that every request leaves in the log. No body, no header value, no secret: what a person
// with a pager needs to find out what happened, and nothing that must be hidden.
import type { Json } from '../../schemas/values/json.ts'
import type { AttemptRecord } from '../values/call.ts'
import type { GuardResult } from '../values/guard-verdict.ts'

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
  readonly key?: string | undefined
  readonly workspace?: string | undefined
  /** The saved config that served, `inline` or `headers`. */
  readonly config?: string | undefined
  readonly plan: string
  /** The node that answered: `config.targets[1]`. */
  readonly at?: string | undefined
  readonly provider?: string | undefined
  readonly model?: string | undefined
  readonly stream?: true | undefined
  readonly retries?: number | undefined
  readonly cache?: string | undefined
  /** Of a hit: seconds since it was stored. */
  readonly cacheAge?: number | undefined
  /** Of a semantic hit: the cosine of the two questions. */
  readonly similarity?: number | undefined
  readonly attempts?: readonly AttemptRecord[] | undefined
  /** Targets that were left out, since their circuits were open. */
  readonly skipped?: readonly string[] | undefined
  /** What came of guards that ran before the reply had gone: reasons of checks, never texts of the client. */
  readonly guards?: readonly GuardResult[] | undefined
  readonly usage?: Json | undefined
  readonly bytesIn: number
  readonly bytesOut: number
  /** The failure of the gateway, by its code. */
  readonly error?: string | undefined
  readonly message?: string | undefined
  /** Why a stream broke off after its beginning had been sent. */
  readonly broken?: string | undefined
  /** The client left before the end. */
  readonly left?: true | undefined
}
