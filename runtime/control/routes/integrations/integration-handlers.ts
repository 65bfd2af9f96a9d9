// The routes of integrations.

import { isFailure } from '../../../values/failures.ts'
import type { Handlers } from '../../core/api-request.ts'
import { slugFault } from '../../core/choose-slug.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { INTEGRATION_KIND, UNLIMITED } from '../../resources/integrations/integration.ts'
import { deleteOfKind, listOfKind, nowOf, planNewOfKind, readOfKind } from './integration-writes.ts'
import { findOwnedIntegration } from './requested-integration.ts'
import { INTEGRATION_WRITES, writeIntegration } from './write-integration.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'>

type IntegrationOperation =
  | 'listIntegrations'
  | 'createIntegration'
  | 'readIntegration'
  | 'updateIntegration'
  | 'deleteIntegration'

export const integrationHandlers: Handlers<IntegrationOperation, Context> = {
  listIntegrations: async (request, context) => listOfKind(INTEGRATION_WRITES, request, context),
  createIntegration: async (request, context) => {
    const body = request.body
    const planned = planNewOfKind(INTEGRATION_KIND, request, context, body)
    if (isFailure(planned)) return planned
    const fault = slugFault(body.default_provider_slug ?? '', 'default_provider_slug')
    if (fault !== undefined) return fault
    return await writeIntegration(request, context, undefined, {
      ...planned,
      aiProvider: body.ai_provider_id,
      properties: {},
      mappings: [],
      defaultSlug:
        body.create_default_provider === false ? undefined : (body.default_provider_slug ?? planned.slug),
      tags: { ...body.tags },
      ...UNLIMITED,
    })
  },
  readIntegration: async (request, context) => readOfKind(INTEGRATION_WRITES, request, context),
  updateIntegration: async (request, context) => {
    const found = findOwnedIntegration(request, context)
    if (isFailure(found)) return found
    const { saved } = found
    const { name, description, tags, create_default_provider, default_provider_slug } = request.body
    const fault = slugFault(default_provider_slug ?? '', 'default_provider_slug')
    if (fault !== undefined) return fault
    const slug = default_provider_slug ?? saved.defaultSlug ?? saved.slug
    const hasDefault =
      create_default_provider ?? (default_provider_slug !== undefined || saved.defaultSlug !== undefined)
    return await writeIntegration(request, context, found, {
      ...saved,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags: { ...tags } }),
      defaultSlug: hasDefault ? slug : undefined,
      updatedAt: nowOf(context),
    })
  },
  deleteIntegration: (request, context) => deleteOfKind(INTEGRATION_WRITES, request, context),
}
