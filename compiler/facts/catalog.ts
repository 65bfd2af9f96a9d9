// What the compiler knows about its environment: providers by name, and validators backed by libraries that the core does
// not import. Composition roots pass a catalog in; tests pass a small one.

import type { CheckDeclaration } from '../../schemas/generated/checks.ts'
import type { CustomCheckModule, ProviderSpec } from '../../schemas/generated/types.ts'
import type { Validator } from '../../schemas/generated/validators.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import type { ModelLife } from '../../schemas/values/model-life.ts'
import type { ChatFit } from './chat-fit.ts'

/** What serving a plan needs to know of them. */
export interface ServedCatalog {
  /** Every identifier and alias of a provider, sorted, for suggestions. */
  readonly providerNames: readonly string[]
  /** The provider with this identifier or alias. */
  readonly provider: (name: string) => ProviderSpec | undefined
  /** The base URL of a provider for these settings; undefined if it has none, or a required setting is missing. */
  readonly baseUrl: (row: ProviderSpec, settings: Readonly<Record<string, unknown>>) => string | undefined
  /** Why no base URL can be built from the settings, for a provider whose adapter builds it from them. */
  readonly baseUrlError: (
    row: ProviderSpec,
    settings: Readonly<Record<string, unknown>>,
  ) => BaseUrlError | undefined
  /** The identifiers of the checks of guardrails, sorted, for suggestions. */
  readonly checkNames: readonly string[]
  /** The parameters and supported hooks of a check. Of a built-in check any case of the identifier is accepted. */
  readonly check: (id: string) => ServedCheckFacts | undefined
  /** Why a host must not be called, before name resolution; undefined if allowed. `trusted` lists exceptions. */
  readonly validateHost: (url: URL, trusted: readonly string[]) => string | undefined
}

export interface Catalog extends ServedCatalog {
  /** The settings of all providers, which are sent as headers. */
  readonly settingNames: ReadonlySet<string>
  readonly check: (id: string) => CheckFacts | undefined
  /** Further origins at which a provider stores files and jobs, for these settings. */
  readonly resourceOrigins: (
    row: ProviderSpec,
    settings: Readonly<Record<string, unknown>>,
  ) => readonly string[]
  /** The names of overrides that no endpoint of the provider supports. */
  readonly unsupportedOverrides: (row: ProviderSpec, overrides: JsonObject) => readonly string[]
  /** The names of overrides that are left out or changed in every chat. */
  readonly alwaysDroppedOverrides: (row: ProviderSpec, overrides: JsonObject) => readonly string[]
  /** What a provider and the model in the overrides take of chats; undefined if it serves none, or no model is named. */
  readonly chatFit: (row: ProviderSpec, overrides: JsonObject) => ChatFit | undefined
  /** What is known of a model by its name; absent where nobody reads warnings. */
  readonly modelAdvice?: (row: ProviderSpec, model: string) => ModelAdvice
  /** The lives of models on a day; absent where nobody asks for a day, so that plans never depend on one. */
  readonly lives?: ModelLives
  /** What is wrong with a regular expression; undefined if it is valid. */
  readonly analyzePattern: (pattern: string) => PatternError | undefined
  /** What is wrong with a JSON Schema, as a sentence with the location; undefined if it is supported. */
  readonly validateJsonSchema: (schema: Json) => string | undefined
  /** What is wrong with an entry of the manifest's `trusted_hosts`. */
  readonly validateTrustedHost: (text: string) => TrustedHostError | undefined
  /** What is wrong with an entry of `outbound.no_proxy`, as the end of a sentence. */
  readonly noProxyFault: (text: string) => string | undefined
  /** Whether calls to an origin leave without the proxy. */
  readonly leavesDirectly: (origin: string, noProxy: readonly string[]) => boolean
}

export interface ModelAdvice {
  /** Models of the provider of which the name is probably a misspelling. */
  readonly near: readonly string[]
  /** The vendor of the model, if the provider is another vendor and serves only its own. */
  readonly vendor?: string
  /** The largest values of parameters, and whether those are of the provider, of the model or of its context window. */
  readonly limits: readonly ModelLimit[]
}

export interface ModelLives {
  /** As 2026-11-29. */
  readonly day: string
  readonly find: (row: ProviderSpec, model: string) => ModelLife | undefined
}

export interface ModelLimit {
  readonly name: string
  readonly maximum: number
  readonly of: 'provider' | 'model' | 'window'
}

export interface BaseUrlError {
  /** A sentence. */
  readonly message: string
  /** The property that is missing or wrong. */
  readonly property: string | undefined
}

export interface TrustedHostError {
  /** `malformed`: not a host name, address or range; `closed`: a metadata service, which is always blocked. */
  readonly kind: 'malformed' | 'closed'
  /** The end of a sentence. */
  readonly reason: string
}

export interface PatternError {
  /**
   * `malformed`: invalid in any engine; `unsupported`: not RE2 syntax; `catastrophic`: catastrophic backtracking; `not-proved`: perhaps, which
   * is no mistake.
   */
  readonly kind: 'malformed' | 'unsupported' | 'catastrophic' | 'not-proved'
  readonly reason: string
}

/** The static description of a check: from schemas/checks, or from the module of a custom check. */
export interface ServedCheckFacts extends CheckDeclaration {
  /** The module of a custom check. */
  readonly module?: CustomCheckModule
}

export interface CheckFacts extends ServedCheckFacts {
  /** Validates the parameters, including the shared ones, and collects all errors. */
  readonly validate: Validator
}
