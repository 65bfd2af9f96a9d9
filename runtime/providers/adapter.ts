// The contract of a provider that speaks its own dialect: pure functions between the vendor's schema and the
// provider's. No adapter sends anything: `link/call.ts` is the only driver, for whole replies and streams alike.
// Providers that speak the vendor's schema have no adapter; their row of data says all (compatible.ts).
import type { JsonObject } from '../../compiler/source.ts'
import type { Routes } from '../../schemas/generated/types.ts'
import type { Collections } from '../collections/collection.ts'
import type { Failure } from '../failures.ts'
import type { Headers } from '../headers.ts'
import type { ServerSentEvent } from '../streams/server-sent-events.ts'
import type { Authentication, Credentials } from './authentication.ts'

/** Endpoints with resources below them, which are made, listed, read and ended. */
export type Collection = 'files' | 'batches' | 'fine_tuning/jobs' | 'threads'

/** The endpoints that ask a model, named by their path under the base URL. */
export type Endpoint = Exclude<keyof Routes, Collection | 'models' | 'realtime'>

/** Content that was fetched for a dialect which takes bytes only. */
export interface Media {
  readonly mediaType: string
  readonly base64: string
}

export interface AdapterContext {
  /** The model that the request asks for, after overrides and without its slug. */
  readonly model: string
  readonly stream: boolean
  /** False lets replies carry more than the vendor's schema (semantics, section 17). */
  readonly strict: boolean
  /** Unix seconds, for `created`. */
  readonly now: number
  /** Unique text for identifiers that the provider does not give. */
  readonly identifier: string
  /** Whether the client asked for usage in a stream. */
  readonly includeUsage: boolean
  /** Whether the client asked for embeddings in base64 rather than as numbers. */
  readonly base64Vectors?: boolean
  /** What the provider's row says of parameters that the dialect requires and the request lacks. */
  readonly defaults: JsonObject
  /** Non-secret properties of the binding by their names in the config: region, project, deployment. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The identifier of the provider's row, for replies that name it. */
  readonly provider?: string
  /** What the row says of parameters: their other names, and which the provider refuses. */
  readonly renames?: Readonly<Record<string, string>>
  readonly omits?: readonly string[]
  /** How the provider misses the schema that it means. */
  readonly quirks?: readonly string[]
  /** The body that `request` was given, for replies that repeat a part of it. */
  readonly asked?: JsonObject
  /** What the adapter's `links` asked for, by URL; what could not be fetched has failed the call before. */
  readonly media?: ReadonlyMap<string, Media>
}

/** A body in the provider's dialect. */
export interface ProviderBody {
  readonly body: JsonObject
  /** The parameters of the request that the dialect cannot say, sorted: for the header `x-gateway-dropped-params`. */
  readonly dropped: readonly string[]
  /** Path and query below the base URL, where it depends on the model or the settings; absent: the row's route. */
  readonly path?: string
}

/** The vendor-style error that a provider's error body means. Absent fields become null in the reply. */
export interface VendorError {
  readonly message: string
  readonly type?: string | null
  readonly param?: string | null
  readonly code?: string | number | null
}

/** What one event of the provider's stream means for the client. */
export type StreamStep =
  | { readonly chunk: JsonObject }
  | { readonly error: VendorError }
  /** The reply ended well; what follows is ignored. */
  | 'done'

export interface StreamMapper {
  /** Total: an event that means nothing gives no step, and no event throws. */
  readonly event: (event: ServerSentEvent) => readonly StreamStep[]
  /** The body ended. Steps that finish the reply, or an error when it ended before its time; none after `done`. */
  readonly end: () => readonly StreamStep[]
}

export interface EndpointAdapter {
  /** The provider's body, or why the request cannot be said in its dialect. The argument is never changed. */
  readonly request: (body: JsonObject, context: AdapterContext) => ProviderBody | Failure
  /** The vendor's reply body, or why the provider's cannot be understood. Some providers tell usage in headers alone. */
  readonly reply: (body: unknown, context: AdapterContext, headers?: Headers) => JsonObject | Failure
  /** The https URLs in the body of content that the dialect takes as bytes only: the driver fetches them first. */
  readonly links?: (body: JsonObject, context: AdapterContext) => readonly string[]
  readonly stream?: (context: AdapterContext) => StreamMapper
  /** True for models that are asked in the vendor's schema and know no word besides; absent: none. */
  readonly plain?: (model: string) => boolean
  /** How the events of a stream are framed; absent: server-sent events. */
  readonly framing?: StreamFraming
  /** Only the request is written anew: reply and stream come in the client's words, and pass as they are. */
  readonly passes?: true
  /** Whether the endpoint is there for a model; absent: for all. Where it is not, a face is worn if there is one. */
  readonly serves?: (model: string) => boolean
}

/**
 * `events`: server-sent events. `frames`: the binary event stream of the first cloud, each frame told as an event
 * named by its `:event-type` (or `:exception-type`) with its payload as text. `lines`: each line told as an event
 * without a name. `mixed`: server-sent events with bare JSON among them, each such text told as an event without a name.
 */
export type StreamFraming = 'events' | 'frames' | 'lines' | 'mixed'

export interface Adapter {
  readonly endpoints: { readonly [E in Endpoint]?: EndpointAdapter }
  /** Files, batches and training jobs where their shapes are not the vendor's. */
  readonly collections?: Collections
  /** Further origins that conversations on collections may send to, with the credential's signature: storage. */
  readonly origins?: (settings: Readonly<Record<string, unknown>>) => readonly string[]
  /** The error that a reply outside 2xx carries; total. Some providers tell its type in a header alone. */
  readonly error: (body: unknown, status: number, headers?: Headers) => VendorError
  /** The base URL that the settings mean, for providers that have one a region or a resource; no slash at its end. */
  readonly address?: (settings: Readonly<Record<string, unknown>>) => string | Failure
  /** What the credentials say that is no secret, under the names of settings: a project. The config's own settings win. */
  readonly settingsOf?: (credentials: Credentials) => Readonly<Record<string, unknown>>
  /** How the credential goes along, where a header of the row cannot say it. */
  readonly authentication?: Authentication
  /**
   * Path and query below the base URL for endpoints without an adapter of their own, whose bodies pass in the vendor's
   * schema; it beats the row's route. Asked for every route that the row has, collections too.
   */
  readonly path?: (route: keyof Routes, context: RouteContext) => string | Failure
  /** A path of the client's that is passed through, as it stands below the base URL; absent: as it came. */
  readonly passedPath?: (path: string, settings: Readonly<Record<string, unknown>>) => string
  /** What the provider knows the model as in such a body; undefined leaves what the request says. */
  readonly model?: (route: keyof Routes, context: RouteContext) => string | undefined
}

/** What a path is made of. */
export interface RouteContext extends Pick<AdapterContext, 'model' | 'settings' | 'defaults'> {
  /** What stands behind the path of a collection, with its query: `/batch_1/cancel`, `?limit=5`. */
  readonly below?: string
}
