// All providers as readers see them: those of the manifest, the default providers of integrations, and those that were made by API.
import type { Provider } from '../../../../schemas/generated/control-types.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import { allWorkspaces } from '../../access/workspaces/workspace.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { exhaustedOwners, type LimitOwner, showLastReset, showNextReset } from '../../limits/limit-owner.ts'
import { NO_LIMITS, showLimits } from '../../limits/resource-limits.ts'
import { allIntegrations, findIntegration } from '../../resources/integrations/find-integration.ts'
import type { SavedIntegration } from '../../resources/integrations/integration.ts'
import { hasAccess } from '../../resources/integrations/owned-integration.ts'
import { defaultProviderId } from '../../resources/providers/provider-ids.ts'
import { linkProviderOwners } from '../../resources/providers/provider-limits.ts'
import {
  type FoundProviderResource,
  isExpired,
  PROVIDER,
  providerKey,
  providerOf,
  type SavedProvider,
} from '../../resources/providers/saved-provider.ts'

type Context = ReadSources & Pick<ControlSources, 'clock' | 'limits'>

/** A provider as readers see it, with what it is made of. */
export interface ListedProvider {
  readonly shown: Provider
  /** The workspaces that see it; undefined: all. */
  readonly workspace: string | undefined
  /** Those that can be changed here. */
  readonly found?: FoundProviderResource
  /** Of default providers. */
  readonly integration?: SavedIntegration
  /** What limits its calls: its own limits, and those of its integration in the workspace. */
  readonly owners: readonly LimitOwner[]
}

/** Whether the caller may see a provider. */
export const isVisibleProvider = (
  request: Pick<ApiRequest, 'may'>,
  { workspace }: Pick<ListedProvider, 'workspace'>,
): boolean => workspace === undefined || request.may(workspace)

/** The providers that the caller may see, of the workspace that the query names. */
export function visibleProviders(request: ApiRequest, context: Context): readonly ListedProvider[] | Failure {
  const named = request.query['workspace_id']
  const workspace = named === undefined ? undefined : chooseWorkspace(request, context, String(named))
  if (isFailure(workspace)) return workspace
  return allProviders(context).filter(
    each =>
      isVisibleProvider(request, each) &&
      (workspace === undefined || each.workspace === undefined || each.workspace === workspace),
  )
}

/** The same providers, `exhausted` where nothing is left of a budget. */
export async function withBudgets(
  listed: readonly ListedProvider[],
  context: Context,
): Promise<readonly ListedProvider[]> {
  const exhausted = await exhaustedOwners(
    listed.flatMap(({ owners }) => owners),
    context,
  )
  return listed.map(each =>
    each.shown.status === 'active' && each.owners.some(({ id }) => exhausted.has(id))
      ? { ...each, shown: { ...each.shown, status: 'exhausted' } }
      : each,
  )
}

/** All providers: git's first, then by workspace and slug. */
export function allProviders(context: Context): readonly ListedProvider[] {
  const { gateway, hash, loadedAt, replica } = context
  const time = new Date(loadedAt).toISOString()
  const { ofIntegration, ofProvider } = linkProviderOwners(context)
  const integrations = allIntegrations(context).map(({ saved }) => saved)
  const bySlug = new Map(integrations.map(each => [each.slug, each]))
  const own = Object.entries(gateway.providers).map(
    ([slug, { provider }]): ListedProvider => ({
      workspace: undefined,
      owners: [],
      shown: {
        id: derivedUuid(hash, PROVIDER, slug),
        slug,
        name: slug,
        note: null,
        integration_id: null,
        ai_provider_id: provider,
        status: 'active',
        expires_at: null,
        workspace_id: null,
        owner: 'git',
        next_usage_reset_at: null,
        last_reset_at: null,
        created_at: time,
        last_updated_at: time,
        object: PROVIDER,
      },
    }),
  )
  const saved = (replica?.all(PROVIDER).toArray() ?? []).map(providerOf).map((found): ListedProvider => {
    const { workspace, integration: name } = found.provider
    const integration = bySlug.get(name)
    const own = ofProvider(found.provider)
    return {
      workspace,
      shown: showProvider(context, found.provider, own),
      found,
      owners: integration === undefined ? [own] : [own, ofIntegration(integration, workspace)],
    }
  })
  const defaults = allWorkspaces(context).flatMap(({ workspace: { slug: workspace } }) =>
    integrations.flatMap((integration): readonly ListedProvider[] => {
      const { defaultSlug, name, slug, limits, createdAt, updatedAt } = integration
      if (defaultSlug === undefined || !hasAccess(integration, workspace)) return []
      const owner = ofIntegration(integration, workspace)
      const provider: SavedProvider = {
        id: defaultProviderId(hash, workspace, defaultSlug),
        slug: defaultSlug,
        workspace,
        name,
        note: null,
        // As its name, so are its tags those of the integration.
        tags: integration.tags,
        integration: slug,
        expiresAt: null,
        // A default provider has the limits of its integration.
        limits: limits[workspace] ?? NO_LIMITS,
        createdAt,
        updatedAt,
      }
      return [{ workspace, integration, owners: [owner], shown: showProvider(context, provider, owner) }]
    }),
  )
  const others = [...saved, ...defaults].sort((left, right) =>
    providerKey(left.workspace ?? '', left.shown.slug) < providerKey(right.workspace ?? '', right.shown.slug)
      ? -1
      : 1,
  )
  return [...own, ...others]
}

/** `owner` is that of its limits. */
export const showProvider = (context: Context, provider: SavedProvider, owner: LimitOwner): Provider => ({
  id: provider.id,
  slug: provider.slug,
  name: provider.name,
  note: provider.note,
  tags: provider.tags as Provider['tags'] & object,
  integration_id: provider.integration,
  ai_provider_id: findIntegration(context, provider.integration)?.saved.aiProvider ?? '',
  status: isExpired(provider.expiresAt, context.clock.now()) ? 'expired' : 'active',
  expires_at: provider.expiresAt,
  workspace_id: workspaceId(context, provider.workspace),
  owner: 'api',
  ...showLimits(provider.limits),
  next_usage_reset_at: showNextReset([owner], context),
  last_reset_at: showLastReset([owner], context),
  created_at: provider.createdAt,
  last_updated_at: provider.updatedAt,
  object: PROVIDER,
})
