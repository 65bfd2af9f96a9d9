// The routes of integrations.

import type { IntegrationCreate, IntegrationUpdate } from '../../../schemas/generated/control-types.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { failure, isFailure, quoted } from '../../values/failures.ts'
import type { Handlers } from '../api/api-request.ts'
import { chooseSlug } from '../api/choose-slug.ts'
import { commitChange } from '../api/commit-change.ts'
import { pageReply } from '../api/pages.ts'
import { uniqueWrites } from '../api/unique-value.ts'
import { PROVIDER, providerOf } from '../providers/saved-provider.ts'
import { chooseWorkspace } from '../workspaces/choose-workspace.ts'
import {
  allIntegrations,
  findIntegration,
  findOwnedIntegration,
  findRequestedIntegration,
  isVisibleIntegration,
} from './find-integration.ts'
import { hasAccess, INTEGRATION, UNLIMITED } from './integration.ts'
import { defaultProviderOf, showIntegration, writeIntegration } from './write-integration.ts'

type IntegrationOperation =
  | 'listIntegrations'
  | 'createIntegration'
  | 'readIntegration'
  | 'updateIntegration'
  | 'deleteIntegration'

export const integrationHandlers: Handlers<IntegrationOperation> = {
  listIntegrations: async (request, context) => {
    const named = request.query['workspace_id']
    const workspace = named === undefined ? undefined : chooseWorkspace(request, context, String(named))
    if (isFailure(workspace)) return workspace
    const visible = allIntegrations(context).filter(
      ({ integration }) =>
        isVisibleIntegration(request, integration) &&
        (workspace === undefined || hasAccess(integration, workspace)),
    )
    return pageReply(visible, request, ({ integration }) => showIntegration(integration, context))
  },
  createIntegration: async (request, context) => {
    const body = request.body as unknown as IntegrationCreate
    const { name } = body
    const slug = chooseSlug(name, body.slug)
    if (isFailure(slug)) return slug
    if (findIntegration(context, slug) !== undefined)
      return failure('conflict', `The integration ${quoted(slug)} exists already.`, { param: 'slug' })
    const isOrganisations = body.workspace_id === undefined && request.mayOrganise
    const workspace = chooseWorkspace(request, context, body.workspace_id)
    if (isFailure(workspace)) return workspace
    const time = new Date(context.clock.now()).toISOString()
    return await writeIntegration(request, context, undefined, {
      id: randomUuid(context.randomId()),
      slug,
      name,
      description: body.description ?? null,
      workspace: isOrganisations ? '' : workspace,
      aiProvider: body.ai_provider_id,
      properties: {},
      mappings: [],
      defaultSlug: body.create_default_provider === false ? undefined : (body.default_provider_slug ?? slug),
      tags: { ...body.tags },
      access: isOrganisations ? { [workspace]: true } : {},
      globalAccess: false,
      ...UNLIMITED,
      createdAt: time,
      updatedAt: time,
    })
  },
  readIntegration: async (request, context) => {
    const found = findRequestedIntegration(request, context)
    return isFailure(found)
      ? found
      : { body: showIntegration(found.integration, context), revision: found.revision }
  },
  updateIntegration: async (request, context) => {
    const found = findOwnedIntegration(request, context)
    if (isFailure(found)) return found
    const { integration } = found
    const { name, description, tags, create_default_provider, default_provider_slug } =
      request.body as unknown as IntegrationUpdate
    const slug = default_provider_slug ?? integration.defaultSlug ?? integration.slug
    const hasDefault =
      create_default_provider ??
      (default_provider_slug !== undefined || integration.defaultSlug !== undefined)
    return await writeIntegration(request, context, found, {
      ...integration,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags: { ...tags } }),
      defaultSlug: hasDefault ? slug : undefined,
      updatedAt: new Date(context.clock.now()).toISOString(),
    })
  },
  deleteIntegration: async (request, context) => {
    const found = findOwnedIntegration(request, context)
    if (isFailure(found)) return found
    const { slug, workspace } = found.integration
    const user = context.replica
      ?.all(PROVIDER)
      .map(providerOf)
      .find(({ provider }) => provider.integration === slug)
    if (user !== undefined)
      return failure(
        'conflict',
        `The integration ${quoted(slug)} is used by the provider ${quoted(user.provider.slug)}.`,
      )
    const revision = await commitChange(context, request, {
      action: 'delete',
      resource: INTEGRATION,
      id: slug,
      workspace: workspace === '' ? null : workspace,
      before: showIntegration(found.integration, context),
      after: null,
      writes: [
        { kind: INTEGRATION, id: slug, value: undefined, expects: request.expects ?? found.revision },
        ...(await uniqueWrites(context, defaultProviderOf(found.integration, undefined))),
      ],
    })
    return isFailure(revision) ? revision : { body: {} }
  },
}
