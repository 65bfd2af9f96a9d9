// The providers of the store for calls: found by indexes, compiled and opened when they are first called.
import type { PlanPool, PlanSecretReference } from '../../../../schemas/generated/types.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { Clock, Ports } from '../../../values/ports.ts'
import type { StoredProvider, StoredProviders } from '../../../values/stored-providers.ts'
import type { Replica } from '../../core/replica.ts'
import type { Sealing } from '../../core/sealing/sealing.ts'
import { openFields } from '../../core/sealing/secret-fields.ts'
import { compileIntegration, type IntegrationCompiler } from '../integrations/compile-integration.ts'
import {
  INTEGRATION,
  INTEGRATION_KIND,
  INTEGRATIONS_BY_DEFAULT,
  integrationOf,
  type SavedIntegration,
} from '../integrations/model.ts'
import { hasAccess, secretsPlace } from '../integrations/owned-integration.ts'
import type { StoredReferences } from '../secret-references/stored-references.ts'
import {
  isExpired,
  isProviderOfManifest,
  PROVIDER,
  providerKey,
  providerOf,
  slugsOfWorkspace,
} from './model.ts'
import { linkProviderIds } from './provider-ids.ts'
import { linkSavedPools } from './saved-pools.ts'

export interface StoredProvidersOptions extends Omit<IntegrationCompiler, 'references'> {
  readonly replica: Replica
  readonly sealing: Sealing | undefined
  readonly references: StoredReferences
  readonly clock: Pick<Clock, 'now'>
  readonly hash: Ports['hash']
  readonly writeLog: (level: 'info' | 'error', message: string) => void
}

/** Integrations that calls have used, opened; the same until they, or a reference, change. */
interface Opened {
  readonly generation: number
  readonly bySlug: Map<
    string,
    { readonly from: SavedIntegration; readonly provider: StoredProvider | Failure }
  >
}

export function createStoredProviders(options: StoredProvidersOptions): StoredProviders {
  const { replica, gateway, references, clock } = options
  let known: Opened = { generation: -1, bySlug: new Map() }
  // One owner per slug: git's counts.
  const isOfManifest = (slug: string): boolean => isProviderOfManifest({ gateway }, slug)
  /** The integration of a provider, or why a call cannot use it. */
  const integrationFor = (slug: string, workspace: string): SavedIntegration | Failure | undefined => {
    if (isOfManifest(slug)) return undefined
    const resource = replica.get(PROVIDER, providerKey(workspace, slug))
    const provider = resource && providerOf(resource)
    const source =
      provider === undefined
        ? replica.find(INTEGRATIONS_BY_DEFAULT, slug)[0]
        : replica.get(INTEGRATION, provider.integration)
    const integration = source && integrationOf(source)
    if (integration === undefined || !hasAccess(integration, workspace)) return undefined
    return provider !== undefined && isExpired(provider.expiresAt, clock.now()) ? expired(slug) : integration
  }
  const poolOf = linkSavedPools()
  /** A pool of a workspace, or why a call cannot use it. */
  const savedPool = (slug: string, workspace: string): PlanPool | Failure | undefined => {
    if (isOfManifest(slug)) return undefined
    const resource = replica.get(PROVIDER, providerKey(workspace, slug))
    const provider = resource && providerOf(resource)
    const pool = provider && poolOf(provider)
    return provider !== undefined && pool !== undefined && isExpired(provider.expiresAt, clock.now())
      ? expired(slug)
      : pool
  }
  return {
    slugOf: linkProviderIds(options),
    pool: savedPool,
    slugs: workspace =>
      [...slugsOfWorkspace({ replica }, workspace)].filter(slug => !isOfManifest(slug)).sort(),
    lookFault: replica.lookFault,
    has: (slug, workspace) =>
      integrationFor(slug, workspace) !== undefined || savedPool(slug, workspace) !== undefined,
    find: (slug, workspace) => {
      const integration = integrationFor(slug, workspace)
      if (integration === undefined || isFailure(integration)) return integration
      const generation = references.generation()
      if (known.generation !== generation) known = { generation, bySlug: new Map() }
      const found = known.bySlug.get(integration.slug)
      if (found?.from === integration) return found.provider
      const provider = openIntegration(integration, options)
      known.bySlug.set(integration.slug, { from: integration, provider })
      return provider
    },
  }
}

const expired = (slug: string): Failure =>
  failure('forbidden', `The provider ${quoted(`@${slug}`)} has expired.`, { param: 'provider' })

function openIntegration(
  integration: SavedIntegration,
  { gateway, catalog, references, sealing, writeLog }: StoredProvidersOptions,
): StoredProvider | Failure {
  const known = references.all()
  const all: Readonly<Record<string, PlanSecretReference>> = { ...known, ...gateway.secretReferences }
  const binding = compileIntegration(integration, { gateway, catalog, references: all })
  if (isFailure(binding)) return binding
  const secrets = openFields(
    sealing,
    integration.properties,
    secretsPlace(INTEGRATION_KIND, integration, '/properties'),
  )
  if (typeof secrets === 'string') {
    writeLog('error', secrets)
    return failure(
      'secret_unavailable',
      `The credential of the integration ${quoted(integration.slug)} cannot be read; the log of the gateway has the reason.`,
    )
  }
  return {
    binding,
    references: known,
    ...allowedModels(integration),
    ...customModels(integration),
    secret: ({ source, name }) => (source === 'env' ? secrets.get(name) : references.lookUp(name)),
  }
}

function customModels({ models }: SavedIntegration): Pick<StoredProvider, 'customModels'> {
  const own = Object.entries(models).flatMap(([model, { custom }]) => (custom ? [model] : []))
  return own.length === 0 ? {} : { customModels: own }
}

/** Names count as they are written; Gemini's clients write `models/` before them. */
function allowedModels({ models, allowsAllModels }: SavedIntegration): Pick<StoredProvider, 'allowsModel'> {
  const switched = new Map(Object.entries(models).map(([model, { enabled }]) => [model, enabled]))
  if (allowsAllModels && switched.values().every(enabled => enabled)) return {}
  return { allowsModel: model => switched.get(model.replace(/^models\//, '')) ?? allowsAllModels }
}
