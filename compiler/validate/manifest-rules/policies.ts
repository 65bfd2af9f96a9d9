// Rules about policies, and about the limits of keys.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import {
  ENDPOINT_TYPES,
  type KnownValues,
  UNMATCHED_CONDITION,
  unmatchedCondition,
} from '../../facts/unmatched-condition.ts'
import { stringProperty } from '../nodes/config-node.ts'
import { externalSlugs, limitsOf, slugsOfProviders } from '../nodes/manifest-parts.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import { isValidSlug, SLUG_SYNTAX } from '../nodes/slugs.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { reportModel } from '../rules/forced-models.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** Policies have distinct names, from which their identifiers are derived, and of the limits of a key or profile no two count the same. */
export const policiesAreDistinct: ManifestRule = ({ manifest }, report) => {
  const named = new Map<string, Pointer>()
  for (const { pointer, value } of limitsOf(ownProperty(manifest, 'policies'), '/policies')) {
    const name = ownProperty(value, 'name')
    if (typeof name !== 'string') continue
    const at = childPointer(pointer, 'name')
    const earlier = named.get(name)
    if (earlier === undefined) named.set(name, at)
    else
      report('duplicate-policy', at, `Two policies have the name ${quoteName(name)}.`, {
        notes: [{ at: earlier, message: 'first used here' }],
      })
  }
  for (const { noun, value, pointer } of limitOwners(manifest)) checkDistinct(noun, value, pointer, report)
}

interface LimitOwner {
  readonly noun: 'key' | 'profile'
  readonly value: Json
  readonly pointer: Pointer
}

function limitOwners(manifest: Json): readonly LimitOwner[] {
  const keys = ownProperty(manifest, 'api_keys')
  return [
    ...(isJsonArray(keys) ? keys : []).map(
      (value, index): LimitOwner => ({ noun: 'key', value, pointer: childPointer('/api_keys', index) }),
    ),
    ...Object.entries(profilesOf(manifest)).map(
      ([slug, value]): LimitOwner => ({
        noun: 'profile',
        value,
        pointer: childPointer('/limit_profiles', slug),
      }),
    ),
  ]
}

/** Of the limits of an owner no two count the same. */
function checkDistinct(noun: LimitOwner['noun'], owner: Json, at: Pointer, report: ReportAt): void {
  const counted = new Map<string, Pointer>()
  for (const { pointer, value } of limitsOf(owner, at)) {
    const measure = [ownProperty(value, 'type'), ownProperty(value, 'unit')].filter(
      each => typeof each === 'string',
    )
    const what = `${pointer.includes('/rate_limits/') ? 'rate' : 'usage'} limits of ${measure.join(' as ')}`
    const earlier = counted.get(what)
    if (earlier === undefined) counted.set(what, pointer)
    else
      report(
        'duplicate-policy',
        pointer,
        `The ${noun} has two ${what}: only the stricter one would decide.`,
        {
          notes: [{ at: earlier, message: 'the first one' }],
        },
      )
  }
}

const profilesOf = (manifest: Json): JsonObject => {
  const profiles = ownProperty(manifest, 'limit_profiles')
  return isJsonObject(profiles) ? profiles : {}
}

/** Keys name limit profiles of the manifest, and each profile has limits and, where no store has keys, a key. */
export const limitProfilesAreUsed: ManifestRule = ({ manifest, parsed }, report) => {
  const profiles = profilesOf(manifest)
  const slugs = Object.keys(profiles)
  const used = new Set<string>()
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of (isJsonArray(keys) ? keys : []).entries()) {
    const named = ownProperty(key, 'limit_profile')
    if (typeof named !== 'string') continue
    used.add(named)
    if (Object.hasOwn(profiles, named)) continue
    const at = childPointer(childPointer('/api_keys', index), 'limit_profile')
    const suggestions = suggest(named, slugs)
    report(
      'unknown-limit-profile',
      at,
      `"limit_profiles" has no profile ${quoteName(named)}.${didYouMean(suggestions)}`,
      { fix: replaceWithOnly(parsed, at, named, suggestions) },
    )
  }
  const hasStore = ownProperty(manifest, 'store') !== undefined
  for (const [slug, profile] of Object.entries(profiles)) {
    const at = { key: childPointer('/limit_profiles', slug) }
    if (!isValidSlug(slug)) report('malformed-slug', at, `${quoteName(slug)} is not a slug: ${SLUG_SYNTAX}.`)
    else if (limitsOf(profile, '').length === 0)
      report('setting-without-effect', at, `The limit profile ${quoteName(slug)} has no limits.`)
    else if (!hasStore && !used.has(slug))
      report('unused-definition', at, `No key has the limit profile ${quoteName(slug)}.`)
  }
}

const DEFAULT_WORKSPACE = 'default'

/**
 * The conditions of policies name keys, workspaces, configs, providers and endpoints that exist: a limit whose condition never holds
 * protects nothing.
 */
export const policiesNameWhatExists: ManifestRule = (context, report) => {
  const { manifest, parsed } = context
  const known = knownValues(context)
  for (const { pointer, value } of limitsOf(ownProperty(manifest, 'policies'), '/policies'))
    for (const { at, ...condition } of conditionValues(value, pointer)) {
      if (condition.key === 'model') reportUnservedModel(context, report, condition.text, at)
      const found = unmatchedCondition(condition, known, NOUNS)
      if (found === undefined) continue
      const { message, notes, suggestions } = found
      report(UNMATCHED_CONDITION, at, message, {
        notes,
        fix: replaceWithOnly(parsed, at, condition.text, suggestions),
      })
    }
}

/** A model that no provider of the manifest has and that is near one of them: no call would have its name. */
function reportUnservedModel(
  { parsed, catalog, storedNodes }: ManifestContext,
  report: ReportAt,
  model: string,
  at: Pointer,
): void {
  const { modelAdvice } = catalog
  if (modelAdvice === undefined || model.includes('*')) return
  const specs = storedNodes.map(node => catalog.provider(stringProperty(node, 'provider') ?? ''))
  const known = specs.flatMap(spec =>
    spec === undefined ? [] : [{ spec, advice: modelAdvice(spec, model) }],
  )
  if (known.some(({ advice }) => advice.embeds !== undefined)) return
  const near = known.find(({ advice }) => advice.near.length > 0)
  if (near !== undefined) reportModel(parsed, report, { ...near, model, written: model, at })
}

const NOUNS: Readonly<Record<string, string>> = {
  workspace_id: 'No workspace of a key of the manifest',
  api_key: 'No key of the manifest',
  limit_profile: 'No limit profile',
  config: 'No config of the project',
  provider: 'No provider',
  endpoint_type: 'No endpoint',
  mcp_server: 'No MCP server',
  agent: 'No agent',
}

function knownValues({ manifest, catalog, configs }: ManifestContext): KnownValues {
  const keys = ownProperty(manifest, 'api_keys')
  const textsOf = (name: string): readonly string[] =>
    (isJsonArray(keys) ? keys : []).flatMap(key => {
      const text = ownProperty(key, name)
      return typeof text === 'string' ? [text] : []
    })
  // Keys and workspaces may also be in the store.
  const hasStore = ownProperty(manifest, 'store') !== undefined
  const servers = ownProperty(ownProperty(manifest, 'mcp'), 'servers')
  const agents = ownProperty(manifest, 'agents')
  return {
    workspace_id: hasStore ? undefined : [...new Set([DEFAULT_WORKSPACE, ...textsOf('workspace')])],
    api_key: hasStore ? undefined : textsOf('id'),
    limit_profile: hasStore ? undefined : Object.keys(profilesOf(manifest)),
    config: hasStore ? undefined : configs,
    provider: [
      ...catalog.providerNames,
      ...slugsOfProviders(manifest).map(slug => `@${slug}`),
      ...externalSlugs(manifest).map(slug => `@${slug}`),
    ],
    mcp_server: hasStore ? undefined : Object.keys(isJsonObject(servers) ? servers : {}),
    agent: hasStore ? undefined : Object.keys(isJsonObject(agents) ? agents : {}),
    endpoint_type: ENDPOINT_TYPES,
  }
}

interface ConditionValue {
  readonly key: string
  readonly text: string
  readonly excludes: boolean
  readonly at: Pointer
}

function conditionValues(limit: Json, pointer: Pointer): readonly ConditionValue[] {
  const conditions = ownProperty(limit, 'conditions')
  return (isJsonArray(conditions) ? conditions : []).flatMap((condition, index) => {
    const key = ownProperty(condition, 'key')
    const value = ownProperty(condition, 'value')
    const excludes = ownProperty(condition, 'excludes') === true
    if (typeof key !== 'string') return []
    const at = childPointer(childPointer(childPointer(pointer, 'conditions'), index), 'value')
    if (typeof value === 'string') return [{ key, text: value, excludes, at }]
    return (isJsonArray(value) ? value : []).flatMap((item, place) =>
      typeof item === 'string' ? [{ key, text: item, excludes, at: childPointer(at, place) }] : [],
    )
  })
}
