// The routes of the models of an integration: which calls may use, known ones of its provider and those that were added.
import { models as knownModels } from '../../../../schemas/generated/models.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { suggest } from '../../../../schemas/values/suggest.ts'
import { failure, quoted } from '../../../values/failures.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { nowOf } from '../saved-resource.ts'
import type { ModelSwitch, SavedIntegration } from './model.ts'
import { INTEGRATIONS } from './routes.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'>

export const integrationModelHandlers = {
  readIntegrationModels: INTEGRATIONS.visible(({ saved, revision }) => ({
    body: showModels(saved),
    revision,
  })),
  updateIntegrationModels: INTEGRATIONS.update(
    (integration, request, context) => {
      const { models: changes = [], allow_all_models: all } = request.body
      const known = namesOf(integration)
      const models: Record<string, ModelSwitch> = { ...integration.models }
      for (const { slug, enabled, is_custom: custom = models[slug]?.custom === true } of changes) {
        if (!custom && !known.includes(slug)) {
          const [nearest] = suggest(slug, known)
          const hint = nearest === undefined ? '' : ` Did you mean ${quoted(nearest)}?`
          return failure(
            'invalid_request',
            `${integration.aiProvider} is not known to have a model ${quoted(slug)}.${hint} With is_custom: true it is added.`,
            { param: 'models' },
          )
        }
        models[slug] = { enabled, custom: custom && !known.includes(slug) }
      }
      const allowsAllModels = all ?? integration.allowsAllModels
      return { ...integration, models, allowsAllModels, updatedAt: nowOf(context) }
    },
    { show: showModels },
  ),
  deleteIntegrationModels: INTEGRATIONS.update(
    (integration, request, context) => {
      const models: Record<string, ModelSwitch> = { ...integration.models }
      for (const slug of String(request.query['slugs']).split(',')) {
        if (models[slug]?.custom !== true)
          return failure(
            'invalid_request',
            `${quoted(slug)} was not added to this integration: only models with is_custom are removed. To refuse calls of a known model, switch it off.`,
            { param: 'slugs' },
          )
        delete models[slug]
      }
      return { ...integration, models, updatedAt: nowOf(context) }
    },
    { show: showModels },
  ),
} satisfies SomeHandlers<Context>

const namesOf = ({ aiProvider }: SavedIntegration): readonly string[] =>
  (Object.hasOwn(knownModels, aiProvider) ? (knownModels[aiProvider] ?? []) : [])
    .filter(({ hidden }) => hidden !== true)
    .map(({ id }) => id)

function showModels(integration: SavedIntegration): JsonObject {
  const { models, allowsAllModels } = integration
  const names = [...new Set([...namesOf(integration), ...Object.keys(models)])].sort()
  return {
    allow_all_models: allowsAllModels,
    total: names.length,
    models: names.map(slug => ({
      slug,
      enabled: models[slug]?.enabled ?? allowsAllModels,
      is_custom: models[slug]?.custom === true,
    })),
  }
}
