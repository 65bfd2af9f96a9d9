// The structured log record of a request: no bodies, header values or secrets, only what is needed to diagnose a
// problem.
import type { Json } from '../../schemas/values/json.ts'
import type { AttemptRecord } from '../values/call.ts'
import type { GuardResult } from '../values/guard-verdict.ts'

export interface RequestRecord {
  /** When the request arrived (RFC 3339). */
  readonly time: string
  readonly trace: string
  readonly method: string
  /** Without the query, which may contain secrets. */
  readonly path: string
  readonly status: number
  /** From the first byte of the request to the last of the reply. */
  readonly milliseconds: number
  readonly key?: string | undefined
  readonly workspace?: string | undefined
  /** The id of the saved config, `inline` or `headers`. */
  readonly config?: string | undefined
  readonly plan: string
  /** The target that produced the reply, such as `config.targets[1]`. */
  readonly at?: string | undefined
  readonly provider?: string | undefined
  readonly model?: string | undefined
  readonly stream?: true | undefined
  readonly retries?: number | undefined
  readonly cache?: string | undefined
  /** Age of a cache hit in seconds. */
  readonly cacheAge?: number | undefined
  /** Cosine similarity of a semantic cache hit. */
  readonly similarity?: number | undefined
  readonly attempts?: readonly AttemptRecord[] | undefined
  /** Targets that were skipped because their circuits were open. */
  readonly skipped?: readonly string[] | undefined
  /** Results of guards that ran before the reply was sent: the reasons of checks, never client content. */
  readonly guards?: readonly GuardResult[] | undefined
  readonly usage?: Json | undefined
  readonly bytesIn: number
  readonly bytesOut: number
  /** The error code of a failure in the gateway. */
  readonly error?: string | undefined
  readonly message?: string | undefined
  /** Why a stream failed after its beginning had been sent. */
  readonly broken?: string | undefined
  /** The client disconnected before the end. */
  readonly left?: true | undefined
}
