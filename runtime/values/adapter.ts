// The adapter contract of a provider with its own dialect: pure functions between the OpenAI schema and the
// provider's. Adapters send nothing: `link/call/call.ts` is the only driver, for whole replies and streams alike.
// Providers that speak the OpenAI schema need no adapter; their provider spec is enough (providers/registry.ts).

import type { Endpoint } from '../../schemas/contracts/check.ts'
import type { ProviderSpec, Routes } from '../../schemas/generated/types.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { Failure } from '../values/failures.ts'
import type { GeminiRequest } from '../values/gemini-path.ts'
import type { Headers } from '../values/headers.ts'
import type { Authentication, Credentials } from './authentication.ts'
import type { FamilyFacts } from './family-facts.ts'
import type { ResourceAdapters } from './resource-operation.ts'
import type { ServerSentEvent } from './server-sent-event.ts'

export type { Endpoint } from '../../schemas/contracts/check.ts'

/** Media fetched on behalf of a dialect that accepts bytes only. */
export interface Media {
  readonly mediaType: string
  readonly base64: string
}

export interface AdapterContext {
  /** The requested model, after overrides and without its provider slug. */
  readonly model: string
  readonly stream: boolean
  /** False lets replies carry more than the OpenAI schema (semantics, section 17). */
  readonly strict: boolean
  /** Unix seconds, for `created`. */
  readonly now: number
  /** Unique string for the identifiers that the provider does not return. */
  readonly identifier: string
  /** Whether the client requested usage in a stream. */
  readonly includeUsage: boolean
  /** Whether the client requested embeddings in base64 rather than as numbers. */
  readonly base64Vectors?: boolean
  /** Values from the provider spec for parameters that the dialect requires and the request omits. */
  readonly defaults: JsonObject
  /** Non-secret properties of the binding by their config names: region, project, deployment. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The provider spec's id, for replies that name the provider. */
  readonly provider?: string
  /** From the provider spec: parameters to rename, and those that the provider rejects. */
  readonly renames?: Readonly<Record<string, string>>
  readonly omits?: readonly string[]
  /** From the provider spec: parameters of other dialects that the provider accepts, and whether the role developer. */
  readonly accepts?: readonly string[]
  readonly developerRole?: boolean
  /** What the model accepts; absent for models of unknown families. */
  readonly facts?: FamilyFacts
  /** Beta features of Claude that the config or the client requests, where the provider takes them in the body. */
  readonly betas?: readonly string[]
  /** Those that the client requests and the provider does not know. */
  readonly unknownBetas?: readonly string[]
  /** The gateway chose the model: requests in the dialect itself are fitted to it. */
  readonly choosesModel?: boolean
  /** Deviations of the provider from the schema it claims to speak. */
  readonly quirks?: readonly string[]
  /** The body that was passed to `request`, for replies that repeat part of it. */
  readonly requestBody?: JsonObject
  /** The media that `mediaLinks` requested, by URL. A failed fetch has failed the call already. */
  readonly media?: ReadonlyMap<string, Media>
}

/** A body in the provider's dialect. */
export interface ProviderBody {
  readonly body: JsonObject
  /** Request parameters that the dialect does not support, sorted: for the header `x-gateway-dropped-params`. */
  readonly dropped: readonly string[]
  /**
   * Path and query below the base URL where they depend on the model or the settings; absent: the route of the
   * provider spec.
   */
  readonly path?: string
}

/** The OpenAI-style error that a provider's error body is converted to. Absent fields become null in the reply. */
export interface VendorError {
  readonly message: string
  readonly type?: string | null
  readonly param?: string | null
  readonly code?: string | number | null
  /** What is behind the error, as Azure writes it: the results of its content filter. */
  readonly innererror?: JsonObject
  /** What Anthropic's clients tell errors of one type apart by, such as `error_code`. */
  readonly details?: JsonObject
  /** The object that it was read from, for clients of the provider's own dialect. Read when it is written, which most errors of a fallback are not. */
  readonly body?: () => JsonObject | undefined
}

/** What one event of the provider's stream means for the client. */
export type StreamStep =
  | { readonly chunk: JsonObject }
  /** A chunk with text and no usage, written as JSON already: nearly all of a stream. */
  | { readonly json: string }
  | { readonly error: VendorError }
  /** The reply is complete; later events are ignored. */
  | 'done'

export interface StreamMapper {
  /** Total: an event without meaning yields no step, and no event throws. */
  readonly event: (event: ServerSentEvent) => readonly StreamStep[]
  /**
   * The body ended. Returns the steps that finish the reply, or an error when it was truncated; nothing after
   * `done`.
   */
  readonly end: () => readonly StreamStep[]
  /** The usage that was reported so far, of a dialect that reports it before its end; undefined if none was. */
  readonly reported?: () => JsonObject | undefined
}

export interface EndpointAdapter {
  /** The provider's request body, or why the request cannot be expressed in its dialect. Never mutates its argument. */
  readonly request: (body: JsonObject, context: AdapterContext) => ProviderBody | Failure
  /** The OpenAI reply body, or why the provider's is unreadable. Some providers report usage in headers only. */
  readonly reply: (body: unknown, context: AdapterContext, headers?: Headers) => JsonObject | Failure
  /** The https URLs of content that the dialect accepts as bytes only: the driver fetches them first. */
  readonly mediaLinks?: (body: JsonObject, context: AdapterContext) => readonly string[]
  readonly stream?: (context: AdapterContext) => StreamMapper
  /** True for models that take the plain OpenAI schema without extension fields; absent: none. */
  readonly takesPlainChat?: (model: string) => boolean
  /** Framing of stream events; absent: server-sent events. */
  readonly framing?: StreamFraming
  /** Only the request is converted: reply and stream are in the client's dialect already and pass through. */
  readonly requestOnly?: true
  /** The properties of the body are sent as the fields of a multipart form, which is what the provider reads. */
  readonly sendsForm?: true
  /**
   * Whether the endpoint supports a model; absent: all. Other models go through the chat translation, if there is
   * one.
   */
  readonly supportsModel?: (model: string) => boolean
  /** The path of the base URL for this endpoint, if it is next to those of the others and not below them. */
  readonly basePath?: (path: string) => string
  /**
   * Inputs that the provider takes in one request, for embeddings; absent or undefined: any number. The driver splits
   * longer lists and joins the replies.
   */
  readonly maxInputs?: (context: AdapterContext) => number | undefined
}

/**
 * `events`: server-sent events. `frames`: the AWS event stream (binary), each frame delivered as an event named by
 * its `:event-type` (or `:exception-type`) with its payload as text. `lines`: each line delivered as an unnamed
 * event. `mixed`: server-sent events with bare JSON in between, which is delivered as unnamed events.
 */
export type StreamFraming = 'events' | 'frames' | 'lines' | 'mixed'

export interface Adapter {
  readonly endpoints: { readonly [E in Endpoint]?: EndpointAdapter }
  /** Files, batches and training jobs whose shapes differ from OpenAI's. */
  readonly resources?: ResourceAdapters
  /** Further origins that resource operations may send to, signed with the credential: object storage. */
  readonly resourceOrigins?: (settings: Readonly<Record<string, unknown>>) => readonly string[]
  /** The error of a non-2xx reply; total. Some providers send its type in a header only. */
  readonly error: (body: unknown, status: number, headers?: Headers) => VendorError
  /** The base URL for these settings, for providers with one per region or resource; no trailing slash. */
  readonly baseUrl?: (settings: Readonly<Record<string, unknown>>) => string | Failure
  /** Non-secret settings contained in the credentials, such as a project. Settings of the config take precedence. */
  readonly settingsFromCredentials?: (credentials: Credentials) => Readonly<Record<string, unknown>>
  /** How to authenticate where a header of the provider spec is not enough. */
  readonly authentication?: Authentication
  /**
   * Path and query below the base URL for endpoints without an endpoint adapter, whose bodies pass through in the
   * OpenAI schema. Takes precedence over the route of the provider spec; called for every route of it, resources
   * included.
   */
  readonly path?: (route: keyof Routes, context: RouteContext) => string | Failure
  /** Upstream path for a passed-through path of the client; absent: unchanged. */
  readonly passThroughPath?: (path: string, settings: Readonly<Record<string, unknown>>) => string
  /**
   * Path below the base URL for a request of a Gemini client, whose body passes unchanged; absent if the provider
   * does not speak Gemini's API. The model of the request is that of the target.
   */
  readonly geminiPath?: (
    request: GeminiRequest,
    settings: Readonly<Record<string, unknown>>,
  ) => string | Failure
  /**
   * The name that selects the model at the provider, if different from the requested one: a deployment, or a name without its
   * publisher. For limits of a model.
   */
  readonly sentModel?: (route: keyof Routes, context: RouteContext) => string | undefined
  /** The provider's name for the model in such a body; undefined leaves the requested one. */
  readonly model?: (route: keyof Routes, context: RouteContext) => string | undefined
}

/** Inputs of a path. */
export interface RouteContext extends Pick<AdapterContext, 'model' | 'settings' | 'defaults'> {
  /** The remainder of a resource path with its query: `/batch_1/cancel`, `?limit=5`. */
  readonly pathSuffix?: string
}

/** What a single provider has of its own beside its dialect; it counts before that. */
export type ProviderAdapter = Pick<Adapter, 'endpoints' | 'resources'>

/** The adapters of providers; undefined where a provider needs none. */
export interface Adapters {
  readonly ofDialect: (spec: Pick<ProviderSpec, 'dialect'>) => Adapter | undefined
  readonly ofProvider: (spec: Pick<ProviderSpec, 'id'>) => ProviderAdapter | undefined
}
