// The providers of the store for calls: indexed when they change, compiled and opened when they are first called.
import type { PlanPool, PlanSecretReference } from '../../../../schemas/generated/types.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { Clock, Ports } from '../../../values/ports.ts'
import type { StoredProvider, StoredProviders } from '../../../values/stored-providers.ts'
import type { Replica } from '../../core/replica.ts'
import type { Sealing } from '../../core/sealing/sealing.ts'
import { openFields } from '../../core/sealing/secret-fields.ts'
import { compileIntegration, type IntegrationCompiler } from '../integrations/compile-integration.ts'
import { INTEGRATION, INTEGRATION_KIND, integrationOf, type SavedIntegration } from '../integrations/model.ts'
import { hasAccess, secretsPlace } from '../integrations/owned-integration.ts'
import type { StoredReferences } from '../secret-references/stored-references.ts'
import { isExpired, PROVIDER, providerKey, providerOf, slugsOfWorkspace } from './model.ts'
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

/** The integrations by their slugs and by those of their default providers; the same objects until one of the kind changes. */
interface Index {
  readonly generation: number
  readonly integrations: ReadonlyMap<string, SavedIntegration>
  readonly defaults: ReadonlyMap<string, SavedIntegration>
  readonly opened: Map<string, StoredProvider | Failure>
}

export function createStoredProviders(options: StoredProvidersOptions): StoredProviders {
  const { replica, gateway, references, clock } = options
  let index: Index | undefined
  const indexed = (): Index => {
    const generation = references.generation()
    if (index?.generation !== generation) index = readIndex(replica, generation)
    return index
  }
  // One owner per slug: git's counts.
  const isOfManifest = (slug: string): boolean =>
    Object.hasOwn(gateway.providers, slug) || Object.hasOwn(gateway.pools ?? {}, slug)
  /** The integration of a provider, or why a call cannot use it. */
  const integrationFor = (slug: string, workspace: string): SavedIntegration | Failure | undefined => {
    if (isOfManifest(slug)) return undefined
    const { integrations, defaults } = indexed()
    const resource = replica.get(PROVIDER, providerKey(workspace, slug))
    const provider = resource && providerOf(resource)
    const integration = provider === undefined ? defaults.get(slug) : integrations.get(provider.integration)
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
    has: (slug, workspace) =>
      integrationFor(slug, workspace) !== undefined || savedPool(slug, workspace) !== undefined,
    find: (slug, workspace) => {
      const integration = integrationFor(slug, workspace)
      if (integration === undefined || isFailure(integration)) return integration
      const { opened } = indexed()
      let found = opened.get(integration.slug)
      if (found === undefined) {
        found = openIntegration(integration, options)
        opened.set(integration.slug, found)
      }
      return found
    },
  }
}

const expired = (slug: string): Failure =>
  failure('forbidden', `The provider ${quoted(`@${slug}`)} has expired.`, { param: 'provider' })

function readIndex(replica: Replica, generation: number): Index {
  const all = replica.all(INTEGRATION).map(integrationOf).toArray()
  return {
    generation,
    integrations: new Map(all.map(each => [each.slug, each])),
    defaults: new Map(
      all.flatMap(each => (each.defaultSlug === undefined ? [] : [[each.defaultSlug, each] as const])),
    ),
    opened: new Map(),
  }
}

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
