// What the compiler must know of the world: providers by name, and judges whose knowledge lies in libraries
// that the core does not import. The composition roots hand a catalog in; tests hand in a small one.
import type { CheckDeclaration } from '../schemas/generated/checks.ts'
import type { CustomCheckModule, ProviderSpec } from '../schemas/generated/types.ts'
import type { Validator } from '../schemas/generated/validators.js'
import type { Json, JsonObject } from './source.ts'

export interface Catalog {
  /** Every identifier and alias of a provider, sorted, for suggestions. */
  readonly providerNames: readonly string[]
  /** The row that an identifier or alias names. */
  readonly provider: (name: string) => ProviderSpec | undefined
  /** The base URL of a row for these settings; undefined where the row has none, or a setting that it needs is missing. */
  readonly address: (row: ProviderSpec, settings: Readonly<Record<string, unknown>>) => string | undefined
  /** Why the settings mean no address, where the row has none of its own and its adapter makes one of them. */
  readonly addressFault: (
    row: ProviderSpec,
    settings: Readonly<Record<string, unknown>>,
  ) => AddressFault | undefined
  /** The names of overrides that the provider cannot be told, whatever it is asked. */
  readonly lostOverrides: (row: ProviderSpec, overrides: JsonObject) => readonly string[]
  /** The identifiers of the checks of guardrails, sorted, for suggestions. */
  readonly checkNames: readonly string[]
  /** What a check takes and where it may stand. */
  readonly check: (id: string) => CheckFacts | undefined
  /** What is wrong with a regular expression, as the end of a sentence ("..., which backtracks without bound"). */
  readonly judgePattern: (pattern: string) => PatternFault | undefined
  /** What is wrong with a JSON Schema that values are to be judged by: where, and a sentence. */
  readonly judgeSchema: (schema: Json) => string | undefined
  /** Why a host may not be called as it is written, before any name is resolved; `trusted` opens holes. */
  readonly judgeHost: (url: URL, trusted: readonly string[]) => string | undefined
  /** What is wrong with an entry of the manifest's trusted hosts. */
  readonly judgeTrustedHost: (text: string) => TrustedHostFault | undefined
}

export interface AddressFault {
  /** A sentence. */
  readonly message: string
  /** The property that is missing or wrong. */
  readonly property: string | undefined
}

export interface TrustedHostFault {
  /** `malformed`: no name, address or range; `closed`: a metadata service, which nothing opens. */
  readonly kind: 'malformed' | 'closed'
  /** The end of a sentence. */
  readonly reason: string
}

export interface PatternFault {
  /** `malformed`: no engine reads it; `unsupported`: not in RE2's syntax; `catastrophic`: time without bound in a backtracking engine. */
  readonly kind: 'malformed' | 'unsupported' | 'catastrophic'
  readonly reason: string
}

/** What is known of a check before it runs: from schemas/checks, or from the module of a check of one's own. */
export interface CheckFacts extends CheckDeclaration {
  /** Judges the parameters, the shared ones included, and tells every complaint. */
  readonly validate: Validator
  /** Where it comes from, if it is one's own. */
  readonly module?: CustomCheckModule
}
