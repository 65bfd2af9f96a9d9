// The routes of integrations: the settings of the body are applied, the whole is validated, and secrets are sealed.
import type { IntegrationUpdate, SecretMapping } from '../../../../schemas/generated/control-types.ts'
import { asObject, type JsonObject, present } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { slugFault } from '../../core/choose-slug.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { maskFields, sealFields } from '../../core/sealing/secret-fields.ts'
import { type UniqueValue, uniqueWrites } from '../../core/unique-value.ts'
import { showLastReset, showNextReset } from '../../limits/limit-owner.ts'
import {
  findProvider,
  isProviderOfManifest,
  PROVIDERS_OF_INTEGRATION,
  providerOf,
} from '../providers/model.ts'
import { integrationOwners, linkProviderOwners } from '../providers/provider-limits.ts'
import { linkResource, nowOf } from '../saved-resource.ts'
import { findReference } from '../secret-references/model.ts'
import { compileIntegration, isSecretProperty, readProperties } from './compile-integration.ts'
import { type IntegrationContext, integrationResource, planNewOfKind } from './kind-routes.ts'
import {
  findDefault,
  INTEGRATION,
  INTEGRATION_FORM,
  INTEGRATION_KIND,
  type SavedIntegration,
  UNLIMITED,
} from './model.ts'
import { secretsPlace, shownIntegrationFacts } from './owned-integration.ts'

export const INTEGRATION_RESOURCE = integrationResource<SavedIntegration>({
  ...INTEGRATION_KIND,
  show: showIntegration,
  showApart: integration => {
    const { limits, allow_all_models, models } = INTEGRATION_FORM.write(integration)
    return present({ limits, allow_all_models, models })
  },
  userOf: (slug, { replica }) => {
    const [user] = replica?.find(PROVIDERS_OF_INTEGRATION, slug) ?? []
    return user && `the provider ${quoted(providerOf(user).slug)}`
  },
  besides: (context, before, after) => uniqueWrites(context, defaultProviderOf(before, after)),
})

export const INTEGRATIONS = linkResource(INTEGRATION_RESOURCE)

export const integrationHandlers = {
  listIntegrations: INTEGRATIONS.list,
  createIntegration: INTEGRATIONS.create((request, context) => {
    const { body } = request
    const planned = planNewOfKind(INTEGRATION_KIND, request, context, body)
    if (isFailure(planned)) return planned
    const fault = slugFault(body.default_provider_slug ?? '', 'default_provider_slug')
    if (fault !== undefined) return fault
    return completeIntegration(request, context, {
      ...planned,
      aiProvider: body.ai_provider_id,
      properties: {},
      mappings: [],
      defaultSlug:
        body.create_default_provider === false ? undefined : (body.default_provider_slug ?? planned.slug),
      tags: { ...body.tags },
      ...UNLIMITED,
    })
  }),
  readIntegration: INTEGRATIONS.read,
  updateIntegration: INTEGRATIONS.update((saved, request, context) => {
    const { name, description, tags, create_default_provider, default_provider_slug } = request.body
    const fault = slugFault(default_provider_slug ?? '', 'default_provider_slug')
    if (fault !== undefined) return fault
    const slug = default_provider_slug ?? saved.defaultSlug ?? saved.slug
    const hasDefault =
      create_default_provider ?? (default_provider_slug !== undefined || saved.defaultSlug !== undefined)
    return completeIntegration(request, context, {
      ...saved,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags: { ...tags } }),
      defaultSlug: hasDefault ? slug : undefined,
      updatedAt: nowOf(context),
    })
  }),
  deleteIntegration: INTEGRATIONS.remove,
} satisfies SomeHandlers<IntegrationContext>

function showIntegration(integration: SavedIntegration, context: WriteSources): JsonObject {
  const { api_key: key = null, ...configurations } = maskFields(integration.properties)
  const owners = integrationOwners(integration, linkProviderOwners(context))
  return {
    ...shownIntegrationFacts(integration, context),
    ai_provider_id: integration.aiProvider,
    masked_key: key,
    configurations,
    create_default_provider: integration.defaultSlug !== undefined,
    ...(integration.defaultSlug === undefined ? {} : { default_provider_slug: integration.defaultSlug }),
    secret_mappings: integration.mappings.map(mapping => ({ ...mapping }) as JsonObject),
    tags: integration.tags,
    next_usage_reset_at: showNextReset(owners, context),
    last_reset_at: showLastReset(owners, context),
    object: INTEGRATION,
  }
}

/** The properties of a body that decide where an integration calls, and with which secrets. */
type SettingsOfIntegration = Pick<IntegrationUpdate, 'key' | 'configurations' | 'secret_mappings'>

/** Applies the key, configurations and mappings of the body to an integration, and validates the whole. */
export function completeIntegration(
  request: ApiRequest & { readonly body: SettingsOfIntegration },
  context: IntegrationContext,
  planned: SavedIntegration,
): SavedIntegration | Failure {
  const { key, configurations, secret_mappings } = request.body
  const read = configurations === undefined ? undefined : readProperties(asObject(configurations))
  if (isFailure(read)) return read
  const refused = key === undefined ? undefined : refuseKey(key)
  if (refused !== undefined) return refused
  const old = planned.properties
  const { api_key: oldKey } = old
  // What configurations do not repeat goes, except for the key, which has a separate field.
  const properties: JsonObject = {
    ...(oldKey === undefined ? {} : { api_key: oldKey }),
    ...(read ?? old),
    ...(key === undefined ? {} : { api_key: key }),
  }
  const sealed = sealFields(
    context.sealing,
    properties,
    isSecretProperty,
    secretsPlace(INTEGRATION_KIND, planned, '/properties'),
  )
  if (isFailure(sealed)) return sealed
  // A caller who changes where it calls must be entitled to its secrets.
  const mappings =
    secret_mappings === undefined && configurations === undefined
      ? planned.mappings
      : resolveMappings(request, context, secret_mappings ?? planned.mappings, planned.workspace)
  if (isFailure(mappings)) return mappings
  const mapsKey = mappings.some(({ target_field }) => target_field === 'key')
  if (mapsKey && key !== undefined) return KEY_IS_MAPPED
  const { api_key: _mapped, ...others } = sealed
  const after = { ...planned, properties: mapsKey ? others : sealed, mappings }
  const references = Object.fromEntries(
    // Those of the manifest, and what is mapped.
    [
      ...Object.keys(context.gateway.secretReferences ?? {}),
      ...mappings.map(each => each.secret_reference_id),
    ].flatMap(slug => {
      const found = findReference(context, slug)
      return found === undefined ? [] : [[slug, found.lowered] as const]
    }),
  )
  const { gateway, catalog } = context
  const compiler = { gateway, catalog, references }
  const binding = compileIntegration(after, compiler)
  if (isFailure(binding)) return binding
  if (key === undefined && oldKey !== undefined && !mapsKey) {
    const bound = compileIntegration(planned, compiler)
    if (isFailure(bound) || bound.baseUrl !== binding.baseUrl) return KEY_IS_BOUND
  }
  return defaultSlugTaken(context, after) ?? after
}

const KEY_IS_MAPPED = failure(
  'invalid_request',
  'The key comes from a secret reference by secret_mappings: leave key out, or the mapping of key.',
  { param: 'key' },
)

/** What cannot be the key: a reference, which would be sent as it is, and the mask that replies have in its place. */
function refuseKey(key: string): Failure | undefined {
  if (key.includes('${'))
    return failure(
      'invalid_request',
      'key contains a reference. Send the key itself, or use secret_mappings.',
      {
        param: 'key',
      },
    )
  return /^\*{3}/.test(key)
    ? failure('invalid_request', 'key is the mask of a key. Omit it to leave the stored key unchanged.', {
        param: 'key',
      })
    : undefined
}

const KEY_IS_BOUND = failure(
  'invalid_request',
  'The stored key is bound to its host: send the key again with the settings that change it.',
  { param: 'configurations' },
)

/** Mappings with the slugs of their references. */
function resolveMappings(
  request: ApiRequest,
  context: IntegrationContext,
  mappings: readonly SecretMapping[],
  workspace: string,
): readonly SecretMapping[] | Failure {
  const invalid = (reason: string): Failure =>
    failure('invalid_request', reason, { param: 'secret_mappings' })
  const targets = new Set<string>()
  const resolved: SecretMapping[] = []
  for (const mapping of mappings) {
    const { target_field, secret_reference_id, secret_key, value_format } = mapping
    const found = findReference(context, secret_reference_id)
    // What a workspace may not use does not exist for it.
    if (
      found === undefined ||
      (workspace !== '' && found.reference.allowed_workspaces?.includes(workspace) === false)
    )
      return failure(
        'not_found',
        `There is no secret reference ${quoted(secret_reference_id)}${workspace === '' ? '' : ` that the workspace ${quoted(workspace)} may use`}.`,
        { param: 'secret_mappings' },
      )
    const { allowed_hosts, slug } = found.reference
    // Its author decides where an integration calls, so the owner of the secret must have limited where it may go.
    if (allowed_hosts === null && !request.mayOrganise)
      return invalid(
        `The secret reference ${quoted(slug)} has no allowed_hosts, so only the organisation may use it.`,
      )
    if (targets.has(target_field)) return invalid(`${quoted(target_field)} is mapped twice.`)
    targets.add(target_field)
    if (found.stored === undefined && typeof secret_key === 'string')
      return invalid(
        `The secret reference ${quoted(found.reference.slug)} is defined in the manifest, which sets its secret_key.`,
      )
    if (value_format === 'json' && !target_field.endsWith('_json'))
      return invalid(`${quoted(target_field)} is a string; set value_format to string.`)
    resolved.push({ ...mapping, secret_reference_id: found.reference.slug })
  }
  return resolved
}

/** Two integrations cannot both be the default provider of one name. */
function defaultSlugTaken(
  context: IntegrationContext,
  { slug, defaultSlug }: SavedIntegration,
): Failure | undefined {
  if (defaultSlug === undefined) return undefined
  const other = findDefault(context, defaultSlug)
  const isTaken =
    isProviderOfManifest(context, defaultSlug) ||
    (other !== undefined && other.saved.slug !== slug) ||
    findProvider(context, defaultSlug) !== undefined
  return isTaken
    ? failure('conflict', `The provider ${quoted(defaultSlug)} exists already.`, {
        param: 'default_provider_slug',
      })
    : undefined
}

/** The slug that no other integration has for its default provider. */
const defaultProviderOf = (
  before: SavedIntegration | undefined,
  after: SavedIntegration | undefined,
): UniqueValue => ({
  name: 'default-provider',
  kind: INTEGRATION,
  owner: (after ?? before)?.slug ?? '',
  before: before?.defaultSlug,
  after: after?.defaultSlug,
})
