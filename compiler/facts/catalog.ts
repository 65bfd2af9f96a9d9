// What the compiler knows about its environment: providers by name, and validators backed by libraries that the core does
// not import. Composition roots pass a catalog in; tests pass a small one.

import type { CheckDeclaration } from '../../schemas/generated/checks.ts'
import type { CustomCheckModule, ProviderSpec } from '../../schemas/generated/types.ts'
import type { Validator } from '../../schemas/generated/validators.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import type { ModelLife } from '../../schemas/values/model-life.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'

/** An error of a JSON Schema at a pointer within it: to the keyword, or to what is not a schema. */
export interface JsonSchemaError {
  readonly pointer: Pointer
  readonly sentence: string
  /** The value of the keyword, if that is misspelled; otherwise its name may be. */
  readonly misspelled: string | undefined
  /** Names in place of the misspelled one. */
  readonly suggestions: readonly string[]
}

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
  /** What is known of a model by its name; absent if warnings are not shown. */
  readonly modelAdvice?: (row: ProviderSpec, model: string) => ModelAdvice
  /** The lives of models on a day; absent if the command reports none. No plan depends on it. */
  readonly lives?: ModelLives
  /** What is wrong with a regular expression; undefined if it is valid. */
  readonly analyzePattern: (pattern: string) => PatternError | undefined
  /** Every error of a JSON Schema: unsupported, misspelled or without effect. */
  readonly validateJsonSchema: (schema: Json) => readonly JsonSchemaError[]
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
  /** The context window in tokens, if it is known. */
  readonly context?: number
  /** Whether a known model makes embeddings, and no replies. */
  readonly embeds?: boolean
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

interface BaseUrlError {
  /** A sentence. */
  readonly message: string
  /** The property that is missing or wrong. */
  readonly property: string | undefined
}

interface TrustedHostError {
  /** `malformed`: not a host name, address or range; `closed`: a metadata service, which is always blocked. */
  readonly kind: 'malformed' | 'closed'
  /** The end of a sentence. */
  readonly reason: string
}

export interface PatternError {
  /**
   * `malformed`: invalid in any engine; `unsupported`: not RE2 syntax; `catastrophic`: catastrophic backtracking; `not-proved`: perhaps, which
   * is not a mistake.
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

/** What happens to one chat on the way to a model. */
export interface RequestFit {
  /** Parameters without effect. */
  readonly leftOut: readonly string[]
  /** Parameters that are sent otherwise than they were requested. */
  readonly changed: readonly string[]
  /** The effort that is sent instead of the one requested. */
  readonly becomes?: string
  /** Why the chat is refused before it is sent: a sentence. */
  readonly refused?: string
}

/** What happens to a chat that uses one feature. */
export interface FeatureFit extends RequestFit {
  /** Such as `reasoning effort`; with its value the same for all targets. */
  readonly feature: string
  readonly value?: string
}

/** A target whose model the config forces. */
export interface ChatFit {
  /**
   * `none`: the name belongs to no family, so only what the provider's API lacks is known; `adapted`: the provider fits
   * requests to its models itself.
   */
  readonly family: 'known' | 'none' | 'adapted'
  /** What the overrides of the config come to in every chat. */
  readonly overrides: RequestFit
  /** Features whose parameters the config does not set itself, in one order for all targets. */
  readonly features: readonly FeatureFit[]
  /** Signatures of thinking, by who signs: those in replies of the target, and those of a history that are sent to it. */
  readonly signatures: { readonly written: readonly string[]; readonly sent: readonly string[] }
}
