// All providers as readers see them: those of the manifest, the default providers of integrations, and those that were made by API.
import type { Provider } from '../../../schemas/generated/control-types.ts'
import { derivedUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { ApiRequest, ControlContext } from '../api/api-request.ts'
import { allIntegrations, findIntegration } from '../integrations/find-integration.ts'
import { hasAccess, type SavedIntegration } from '../integrations/integration.ts'
import { chooseWorkspace, workspaceId } from '../workspaces/choose-workspace.ts'
import { allWorkspaces } from '../workspaces/workspace.ts'
import {
  type FoundProviderResource,
  isExpired,
  PROVIDER,
  providerKey,
  providerOf,
  type SavedProvider,
} from './saved-provider.ts'

/** A provider as readers see it, with what it is made of. */
export interface ListedProvider {
  readonly shown: Provider
  /** The workspaces that see it; undefined: all. */
  readonly workspace: string | undefined
  /** Those that can be changed here. */
  readonly found?: FoundProviderResource
  /** Of default providers. */
  readonly integration?: SavedIntegration
}

/** Whether the caller may see a provider. */
export const isVisibleProvider = (
  request: Pick<ApiRequest, 'may'>,
  { workspace }: Pick<ListedProvider, 'workspace'>,
): boolean => workspace === undefined || request.may(workspace)

/** The providers that the caller may see, of the workspace that the query names. */
export function visibleProviders(
  request: ApiRequest,
  context: ControlContext,
): readonly ListedProvider[] | Failure {
  const named = request.query['workspace_id']
  const workspace = named === undefined ? undefined : chooseWorkspace(request, context, String(named))
  if (isFailure(workspace)) return workspace
  return allProviders(context).filter(
    each =>
      isVisibleProvider(request, each) &&
      (workspace === undefined || each.workspace === undefined || each.workspace === workspace),
  )
}

/** All providers: git's first, then by workspace and slug. */
export function allProviders(context: ControlContext): readonly ListedProvider[] {
  const { gateway, hash, loadedAt, replica } = context
  const time = new Date(loadedAt).toISOString()
  const own = Object.entries(gateway.providers).map(
    ([slug, { provider }]): ListedProvider => ({
      workspace: undefined,
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
        last_reset_at: null,
        created_at: time,
        last_updated_at: time,
        object: PROVIDER,
      },
    }),
  )
  const saved = (replica?.all(PROVIDER).toArray() ?? []).map(providerOf).map(
    (found): ListedProvider => ({
      workspace: found.provider.workspace,
      shown: showProvider(context, found.provider),
      found,
    }),
  )
  const defaults = allWorkspaces(context).flatMap(({ workspace: { slug: workspace } }) =>
    allIntegrations(context).flatMap(({ integration }): readonly ListedProvider[] =>
      integration.defaultSlug === undefined || !hasAccess(integration, workspace)
        ? []
        : [
            {
              workspace,
              integration,
              shown: showProvider(context, {
                id: derivedUuid(hash, PROVIDER, `${workspace}/${integration.defaultSlug}`),
                slug: integration.defaultSlug,
                workspace,
                name: integration.name,
                note: null,
                integration: integration.slug,
                expiresAt: null,
                createdAt: integration.createdAt,
                updatedAt: integration.updatedAt,
              }),
            },
          ],
    ),
  )
  const others = [...saved, ...defaults].sort((left, right) =>
    providerKey(left.workspace ?? '', left.shown.slug) < providerKey(right.workspace ?? '', right.shown.slug)
      ? -1
      : 1,
  )
  return [...own, ...others]
}

export const showProvider = (context: ControlContext, provider: SavedProvider): Provider => ({
  id: provider.id,
  slug: provider.slug,
  name: provider.name,
  note: provider.note,
  integration_id: provider.integration,
  ai_provider_id: findIntegration(context, provider.integration)?.integration.aiProvider ?? '',
  status: isExpired(provider.expiresAt, context.clock.now()) ? 'expired' : 'active',
  expires_at: provider.expiresAt,
  workspace_id: workspaceId(context, provider.workspace),
  owner: 'api',
  last_reset_at: null,
  created_at: provider.createdAt,
  last_updated_at: provider.updatedAt,
  object: PROVIDER,
})
