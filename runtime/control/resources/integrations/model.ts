// Integrations in the store: a provider of the catalog with its credential, and the workspaces with access.
import type { SecretMapping } from '../../../../schemas/generated/control-types.ts'
import { asList, asObject, asText, isObject, type JsonObject } from '../../../../schemas/values/json.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { FieldsPlace } from '../../core/sealing/secret-fields.ts'
import { type ResourceLimits, resourceLimitsOf, storedLimits } from '../../limits/resource-limits.ts'
import {
  allOfKind,
  type FoundOfKind,
  findOfKind,
  type IntegrationKind,
  type OwnedIntegration,
  ownedIntegrationOf,
  storedIntegrationFacts,
} from './owned-integration.ts'

/** The kind of integrations in the store, where they are named by their slugs. */
export const INTEGRATION = 'integration'

export const INTEGRATION_KINDS: readonly Kind[] = [
  {
    name: INTEGRATION,
    owner: 'client',
    replicated: true,
    signed: 'value',
    sealed: 'rotated',
    scopes: ['organisation_integrations', 'workspace_integrations', 'virtual_keys'],
    audited: true,
    exported: false,
  },
]

export interface SavedIntegration extends OwnedIntegration {
  readonly aiProvider: string
  /** Properties of a config by their canonical names, the key as `api_key`; secrets are sealed. */
  readonly properties: JsonObject
  readonly mappings: readonly SecretMapping[]
  /** The slug of the provider that workspaces with access have of it; undefined for none. */
  readonly defaultSlug: string | undefined
  readonly tags: JsonObject
  /** Limits of its use by the slugs of workspaces; those without any are absent. */
  readonly limits: { readonly [workspace: string]: ResourceLimits }
  /** Whether models that were not switched are served. */
  readonly allowsAllModels: boolean
  /** Models that were switched, by their names. */
  readonly models: { readonly [model: string]: ModelSwitch }
}

export interface ModelSwitch {
  readonly enabled: boolean
  /** True for a model that the provider is not known to have. */
  readonly custom: boolean
}

/** What an integration has before anybody limits it. */
export const UNLIMITED = { limits: {}, allowsAllModels: true, models: {} } as const

export type FoundIntegration = FoundOfKind<SavedIntegration>

export const integrationOf = (resource: Resource): SavedIntegration => {
  const { value } = resource
  return {
    ...ownedIntegrationOf(resource),
    aiProvider: asText(value['ai_provider_id']) ?? '',
    properties: asObject(value['properties']),
    mappings: asList(value['secret_mappings']).flatMap(item => toMapping(item)),
    defaultSlug: asText(value['default_provider_slug']),
    tags: asObject(value['tags']),
    limits: Object.fromEntries(
      Object.entries(asObject(value['limits'])).map(([workspace, limits]) => [
        workspace,
        resourceLimitsOf(asObject(limits)),
      ]),
    ),
    allowsAllModels: value['allow_all_models'] !== false,
    models: Object.fromEntries(
      Object.entries(asObject(value['models'])).map(([model, item]) => {
        const { enabled, custom } = asObject(item)
        return [model, { enabled: enabled === true, custom: custom === true }]
      }),
    ),
  }
}

export const INTEGRATION_KIND: IntegrationKind<SavedIntegration> = {
  kind: INTEGRATION,
  noun: 'integration',
  parameter: 'integrationId',
  read: integrationOf,
}

function toMapping(item: unknown): readonly SecretMapping[] {
  if (!isObject(item)) return []
  const [target, reference] = [asText(item['target_field']), asText(item['secret_reference_id'])]
  if (target === undefined || reference === undefined) return []
  const key = asText(item['secret_key'])
  const format = item['value_format']
  return [
    {
      target_field: target,
      secret_reference_id: reference,
      ...(key === undefined ? {} : { secret_key: key }),
      ...(format === 'string' || format === 'json' ? { value_format: format } : {}),
    },
  ]
}

export const toStoredIntegration = (integration: SavedIntegration): JsonObject => ({
  ...storedIntegrationFacts(integration),
  ai_provider_id: integration.aiProvider,
  properties: integration.properties,
  secret_mappings: integration.mappings.map(mapping => ({ ...mapping }) as JsonObject),
  ...(integration.defaultSlug === undefined ? {} : { default_provider_slug: integration.defaultSlug }),
  tags: integration.tags,
  limits: Object.fromEntries(
    Object.entries(integration.limits)
      .map(([workspace, limits]) => [workspace, storedLimits(limits)] as const)
      .filter(([, limits]) => Object.keys(limits).length > 0),
  ),
  ...(integration.allowsAllModels ? {} : { allow_all_models: false }),
  models: Object.fromEntries(Object.entries(integration.models).map(([model, each]) => [model, { ...each }])),
})

/** Where its properties are, for the seal of secrets. */
export const propertiesPlace = ({
  workspace,
  slug,
}: Pick<SavedIntegration, 'workspace' | 'slug'>): FieldsPlace => ({
  workspace,
  kind: INTEGRATION,
  id: slug,
  field: '/properties',
})

type Sources = Pick<ControlSources, 'replica'>

export const allIntegrations = (context: Sources): readonly FoundIntegration[] =>
  allOfKind(INTEGRATION_KIND, context)

/** An integration by its identifier or slug. */
export const findIntegration = (context: Sources, name: string): FoundIntegration | undefined =>
  findOfKind(INTEGRATION_KIND, context, name)
