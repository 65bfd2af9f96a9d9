// The contract of a check: linked once with its parameters, then asked about what it looks at. Pure: a check that must
// ask a service or a model is handed what asks; it opens nothing itself and keeps nothing between requests.
import type { JsonObject } from '../../compiler/source.ts'
import type { Failure } from '../failures.ts'
import type { Headers } from '../headers.ts'
import type { Ports } from '../ports.ts'
import type { Endpoint } from '../providers/adapter.ts'

/** What is judged, as it stands when the check's turn comes: earlier checks may have rewritten it. */
export interface Subject {
  readonly side: 'request' | 'reply'
  /** Undefined for what is passed through. */
  readonly endpoint: Endpoint | undefined
  readonly method: string
  /** Path below the base URL, without the query. */
  readonly path: string
  /** The texts that the check's scope selects, in their order; none where there is nothing to read. */
  readonly texts: readonly string[]
  /** The request's body after overrides; undefined where it is no JSON object. */
  readonly request: JsonObject | undefined
  /** The reply's body, whole, on the side of replies. */
  readonly reply: JsonObject | undefined
  /** The model that the target is asked for. */
  readonly model: string | undefined
  /** The identifier of the provider that is asked; undefined where the request names none that is known. */
  readonly provider: string | undefined
  readonly metadata: JsonObject
  /** Header of the client by its lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly workspace: string
  readonly trace: string
}

/** What a check found. */
export interface Finding {
  readonly passed: boolean
  /** One sentence for the developer. It says what was wanted and never repeats the text that was looked at, nor a secret. */
  readonly reason: string
  /** Numbers and names that explain the verdict, for `hook_results`; no texts of the client, no secrets. */
  readonly facts?: JsonObject
  /** New texts in place of the subject's, as many as there were. */
  readonly texts?: readonly string[]
  /** A new body in place of the whole request or reply. */
  readonly body?: JsonObject
  /** The check could not judge; `reason` says why. It counts as passed unless `failOnError`. */
  readonly erred?: true
}

/** A request to a service outside. Its origin must be the one that the check's credentials are bound to. */
export interface ServiceRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** An object is sent as JSON. */
  readonly body?: JsonObject | Uint8Array
  /** The most bytes of the reply that are read, for what is no verdict; absent: 1 MiB. */
  readonly maxBytes?: number
  /** Not asked over plain http, but where the manifest trusts the host by its name or address. */
  readonly encrypted?: true
}

export interface ServiceReply {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The body as JSON, or undefined when it is none. */
  readonly json: () => unknown
}

/** What a check may do while it judges. Every question ends with the client's departure and the check's time limit. */
export interface CheckPorts {
  /** Asks a service: under the outbound guard, with a bounded reply, redirects not followed. */
  readonly ask: (request: ServiceRequest) => Promise<ServiceReply | Failure>
  /** Asks a model through the gateway itself, whole; the failure tells in words why there is no answer. */
  readonly model: (provider: string, endpoint: Endpoint, body: JsonObject) => Promise<JsonObject | Failure>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export type Judge = (subject: Subject, ports: CheckPorts) => Finding | Promise<Finding>

/** What a check is linked with. */
export interface CheckContext {
  /** The value of a parameter that holds a credential, looked up when the bundle was loaded. */
  readonly credential: (name: string) => string | undefined
  readonly hash: Ports['hash']
  readonly keyedHash: Ports['keyedHash']
}

/** A check: `parameters` have passed its schema, and defaults are written out. */
export interface Check<Parameters = JsonObject> {
  readonly link: (parameters: Parameters, context: CheckContext) => Judge
  /** What it finds in a request depends on who is asked, so it judges anew for each provider. */
  readonly perProvider?: true
}
