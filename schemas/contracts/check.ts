// The contract of a check, as authors of custom checks see it: linked once with its parameters, then evaluated against an
// input. Pure: a check that calls a service or a model does so through the ports it is given; it opens no connections and
// has no state between requests. Types only; runtime/guardrails/check.ts adds what the checks of the gateway have besides.
import type { Routes } from '../generated/types.ts'
import type { JsonObject } from '../values/json.ts'
import type { Failure } from './failure.ts'

/** Routes with resources below them, which are created, listed, retrieved and cancelled. */
export type ResourceRoute = 'files' | 'batches' | 'fine_tuning/jobs' | 'threads'

/** Endpoints that run a model, named by their path under the base URL. */
export type Endpoint = Exclude<keyof Routes, ResourceRoute | 'models' | 'realtime'>

/** `[name, value, name, value, ...]`, as sockets read and write them. */
type HeaderList = readonly string[]

/** In a message, or external: the content of a tool or a document. */
export type TextOrigin = 'message' | 'external'

/** What a check evaluates, including rewrites by earlier checks. */
export interface CheckInput {
  readonly side: 'request' | 'reply'
  /** Undefined for pass-through requests. */
  readonly endpoint: Endpoint | undefined
  readonly method: string
  /** Path below the base URL, without the query. */
  readonly path: string
  /** The texts selected by the check's scope, in order; empty when there is nothing to read. */
  readonly texts: readonly string[]
  /** Whether the text at an index continues the previous one: both are parts of one message. */
  readonly continuesAt: (index: number) => boolean
  /** Where the text at an index is from. */
  readonly originOf: (index: number) => TextOrigin
  /** The request body after overrides; undefined when it is not a JSON object. */
  readonly request: JsonObject | undefined
  /** The complete reply body; only for replies. */
  readonly reply: JsonObject | undefined
  /** The model requested from the target. */
  readonly model: string | undefined
  /** Identifier of the target's provider; undefined when the request names no known provider. */
  readonly provider: string | undefined
  readonly metadata: JsonObject
  /** A client header, by lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly workspace: string
  readonly trace: string
}

/** The result of one evaluation. */
export interface CheckResult {
  readonly passed: boolean
  /** One sentence for the developer. States what was expected; never quotes the evaluated text or a secret. */
  readonly reason: string
  /** Numbers and names that explain the verdict, for `hook_results`; no client texts, no secrets. */
  readonly facts?: JsonObject
  /** Replacements for the input's texts, the same number of them. */
  readonly texts?: readonly string[]
  /** The meaning of the placeholders in `texts`, restored in the reply and stored only for the call. */
  readonly masked?: ReadonlyMap<string, string>
  /** A replacement for the whole request or reply body. */
  readonly body?: JsonObject
  /** The check could not be evaluated; `reason` explains why. Counts as passed unless `failOnError`. */
  readonly error?: true
}

/** A request to an external service. Its origin must be the one that the check's credentials are bound to. */
export interface ServiceRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  /** An object is sent as JSON. */
  readonly body?: JsonObject | Uint8Array
  /** Maximum size of the response body in bytes; default 1 MiB. */
  readonly maxBytes?: number
  /** Rejects plain http, unless the manifest opens the host to the author of the config. */
  readonly requireHttps?: true
}

export interface ServiceReply {
  readonly status: number
  readonly headers: HeaderList
  readonly bytes: Uint8Array
  /** The body parsed as JSON, or undefined when it is not JSON. */
  readonly json: () => unknown
}

/** I/O available during evaluation. Every call is cancelled when the client disconnects or the check times out. */
export interface CheckPorts {
  /** Calls a service: under the SSRF guard, with a size limit, without following redirects. */
  readonly callService: (request: ServiceRequest) => Promise<ServiceReply | Failure>
  /** Calls a model through the gateway, without streaming; the failure explains why there is no reply. */
  readonly callModel: (
    provider: string,
    endpoint: Endpoint,
    body: JsonObject,
  ) => Promise<JsonObject | Failure>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds since an arbitrary time, for durations and limits: never set back. */
  readonly monotonic: () => number
  /** Resolves after other requests were served: to be awaited within long work. Never resolves once cancelled. */
  readonly nextTurn: () => Promise<void>
}

export type Evaluate = (subject: CheckInput, ports: CheckPorts) => CheckResult | Promise<CheckResult>

/**
 * What was found in a text before, and how to remember what is found now, looked up in turns; undefined for a text that is not worth it. Only
 * for what depends on nothing but the text and the parameters of the check.
 */
export type RecallText = <T>(
  workspace: string,
  text: string,
) => Generator<undefined, TextRecollection<T> | undefined>

export interface TextRecollection<T> {
  readonly known: T | undefined
  readonly remember: (found: T) => void
}

/** What a check is linked with besides its parameters. */
export interface CheckContext {
  /** The value of a credential parameter, resolved when the bundle was loaded. */
  readonly credential: (name: string) => string | undefined
  readonly hash: (text: string | Uint8Array) => string
  readonly keyedHash: (key: string | Uint8Array, text: string) => Uint8Array
  /** Absent if nothing is remembered between evaluations. */
  readonly recall?: RecallText
}
