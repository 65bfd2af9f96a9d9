// The environment in which a config is compiled: its origin decides what it may contain.
import type { Gateway, GuardUse, PlanSecretReference, StaticBinding } from '../../schemas/generated/types.ts'

export interface CompileEnvironment {
  /**
   * `project`: a file with a manifest, which must define every slug. `file`: a standalone file, whose slugs only a
   * gateway knows. `request`: a request header, where literal secrets are allowed and references to secrets of this
   * machine are rejected. `stored`: a config that was saved by API, which contains no literal secrets and names none of this
   * machine either.
   */
  readonly origin: 'project' | 'file' | 'request' | 'stored'
  /** The stored providers of the manifest by slug; empty without a manifest. */
  readonly providers: Readonly<Record<string, StaticBinding>>
  /** Its pools by slug, whose members are among the providers; absent without any. */
  readonly pools?: Gateway['pools']
  /** The secret references of the manifest by slug; absent without any. */
  readonly secretReferences?: Readonly<Record<string, SecretReferenceFacts>>
  /** The workspaces of the API keys; absent without keys. */
  readonly workspaces?: readonly string[]
  /** Set if the manifest has errors: its providers and trusted hosts are unknown, so that only names are validated. */
  readonly hasInvalidManifest?: true
  /** What such a manifest defines by name; absent if that is not known either. */
  readonly written?: WrittenNames
  /** Exceptions from the blocked ranges for custom hosts: `trusted_hosts`, or `caller_hosts` for a request header. */
  readonly trustedHosts: readonly string[]
  /** The guards of the manifest; absent without a manifest. */
  readonly guards?: ManifestGuards
  /** Whether the manifest configures an embeddings provider, which the semantic cache requires. */
  readonly semantic?: boolean
  /** Slugs of providers in a store, in addition to those of the manifest; `unknown` if only calls find out. */
  readonly storedSlugs?: ReadonlySet<string> | 'unknown'
  /** Slugs that the manifest expects in the store: of providers, prompts and secret references; absent without any. */
  readonly external?: readonly string[]
  /** The prefix of the gateway headers, if the manifest sets one. */
  readonly headerPrefix?: string
  /** Set if Portkey's names of settings are read too. */
  readonly spelling?: 'peer'
  /** The identifiers of the project's prompts; absent if they are not known. */
  readonly prompts?: readonly string[]
  /** Set if the manifest rejects requests with unsupported parameters. */
  readonly rejectsUnsupported?: true
}

/** The names in a manifest with errors, with those that it expects in a store. */
export interface WrittenNames {
  readonly providers: readonly string[]
  readonly guardrails: readonly string[]
  readonly references: readonly string[]
}

/** Who may use a secret, and where it may be sent. */
export type SecretReferenceFacts = Pick<PlanSecretReference, 'workspaces' | 'allowedOrigins'>

/** The guards of a manifest. */
export interface ManifestGuards {
  /** By identifier. */
  readonly byId: Readonly<Record<string, GuardUse>>
  /** Identifiers of the guards that run on every request. */
  readonly before: readonly string[]
  /** Identifiers of the guards that run on every reply. */
  readonly after: readonly string[]
}

/** Whether callers wrote the config, and not the operator: its cost is bounded, and private hosts must be opened for callers explicitly. */
export const isByCaller = ({ origin }: Pick<CompileEnvironment, 'origin'>): boolean =>
  origin === 'request' || origin === 'stored'

export const STANDALONE: CompileEnvironment = { origin: 'file', providers: {}, trustedHosts: [] }
