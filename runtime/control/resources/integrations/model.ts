// Integrations in the store: a provider of the catalog with its credential, and the workspaces with access.
import type { SecretMapping } from '../../../../schemas/generated/control-types.ts'
import {
  asList,
  asObject,
  asText,
  isObject,
  type JsonObject,
  toJson,
} from '../../../../schemas/values/json.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { indexBy } from '../../core/listing.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import {
  allStored,
  type Field,
  type FoundInStore,
  OBJECT,
  ON,
  OPTIONAL_TEXT,
  readByName,
  readOnce,
  storedAs,
  storedForm,
  TEXT,
} from '../../core/stored-form.ts'
import {
  NO_LIMITS,
  type ResourceLimits,
  resourceLimitsOf,
  storedLimits,
} from '../../limits/resource-limits.ts'
import { accessValues, findOfKind, type IntegrationKind, OWNED_FIELDS } from './owned-integration.ts'

/** The kind of integrations in the store, where they are named by their slugs. */
export const INTEGRATION = 'integration'

export const INTEGRATION_KINDS: readonly Kind[] = [
  clientKind({
    name: INTEGRATION,
    signed: 'value',
    sealed: 'rotated',
    scopes: ['organisation_integrations', 'workspace_integrations', 'virtual_keys'],
  }),
]

export interface ModelSwitch {
  readonly enabled: boolean
  /** True for a model that the provider is not known to have. */
  readonly custom: boolean
}

/** What an integration has before it is limited. */
export const UNLIMITED = { limits: {}, allowsAllModels: true, models: {} } as const

const MAPPINGS: Field<readonly SecretMapping[]> = {
  read: value => asList(value).flatMap(item => toMapping(item)),
  write: mappings => mappings.map(mapping => ({ ...mapping }) as JsonObject),
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

const LIMITS: Field<{ readonly [workspace: string]: ResourceLimits }> = {
  read: readByName(limits => resourceLimitsOf(asObject(limits))),
  write: limits =>
    Object.fromEntries(
      Object.entries(limits)
        .map(([workspace, each]) => [workspace, storedLimits(each)] as const)
        .filter(([, each]) => Object.keys(each).length > 0),
    ),
}

const MODELS: Field<{ readonly [model: string]: ModelSwitch }> = {
  read: readByName(item => {
    const { enabled, custom } = asObject(item)
    return { enabled: enabled === true, custom: custom === true }
  }),
  write: toJson,
}

const FORM = storedForm(INTEGRATION, {
  ...OWNED_FIELDS,
  aiProvider: storedAs('ai_provider_id', TEXT),
  /** Properties of a config by their canonical names, the key as `api_key`; secrets are sealed. */
  properties: OBJECT,
  mappings: storedAs('secret_mappings', MAPPINGS),
  /** The slug of the provider that workspaces with access have of it; undefined for none. */
  defaultSlug: storedAs('default_provider_slug', OPTIONAL_TEXT),
  tags: OBJECT,
  /** Limits of its use by the slugs of workspaces; those without any are absent. */
  limits: LIMITS,
  /** Whether models that were not switched are served. */
  allowsAllModels: storedAs('allow_all_models', ON),
  /** Models that were switched, by their names. */
  models: MODELS,
})

/** Read once: one has its limits in each workspace, and every provider of it is shown with them. */
export const INTEGRATION_FORM = { ...FORM, read: readOnce(FORM) }

export type SavedIntegration = ReturnType<typeof FORM.read>

/** The limits of an integration in a workspace, which may be named like a property of every object. */
export const limitsIn = ({ limits }: Pick<SavedIntegration, 'limits'>, workspace: string): ResourceLimits =>
  (Object.hasOwn(limits, workspace) ? limits[workspace] : undefined) ?? NO_LIMITS

export const integrationOf = INTEGRATION_FORM.read

/** By the slugs of the secret references that they map. */
export const INTEGRATIONS_BY_REFERENCE: ResourceIndex = {
  kind: INTEGRATION,
  valuesOf: ({ value }) => MAPPINGS.read(value['secret_mappings'], '').map(each => each.secret_reference_id),
}

/** By the slug of the default provider, which no two have. */
export const INTEGRATIONS_BY_DEFAULT = indexBy(INTEGRATION, 'default_provider_slug')

const defaultOf = ({ value }: Resource): string => asText(value['default_provider_slug']) ?? ''

/** Those with default providers by where they may be used, in the order of the slugs of these. */
export const DEFAULTS_BY_ACCESS: ResourceIndex = {
  kind: INTEGRATION,
  valuesOf: resource => (defaultOf(resource) === '' ? [] : accessValues(resource)),
  compare: (left, right) =>
    defaultOf(left) < defaultOf(right) ? -1 : defaultOf(left) > defaultOf(right) ? 1 : 0,
}

/** The integration whose default provider calls of a workspace can name by a slug. */
export function findDefault({ replica }: Sources, slug: string): FoundInStore<SavedIntegration> | undefined {
  const [found] = replica?.find(INTEGRATIONS_BY_DEFAULT, slug) ?? []
  return found && { saved: integrationOf(found), revision: found.revision }
}

export const INTEGRATION_KIND = {
  form: INTEGRATION_FORM,
  noun: 'integration',
  parameter: 'integrationId',
} as const satisfies IntegrationKind<SavedIntegration>

type Sources = Pick<ControlSources, 'replica'>

/** All of them, in the order of their slugs. */
export const allIntegrations = ({ replica }: Sources): readonly FoundInStore<SavedIntegration>[] =>
  allStored(INTEGRATION_FORM, replica, ({ slug }) => slug)

/** An integration by its identifier or slug. */
export const findIntegration = (context: Sources, name: string): FoundInStore<SavedIntegration> | undefined =>
  findOfKind(INTEGRATION_KIND, context, name)
