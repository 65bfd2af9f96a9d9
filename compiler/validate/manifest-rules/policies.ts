// Rules about policies, and about the limits of keys.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import {
  ENDPOINT_TYPES,
  type KnownValues,
  UNMATCHED_CONDITION,
  unmatchedCondition,
} from '../../facts/unmatched-condition.ts'
import { externalSlugs, limitsOf, slugsOfProviders } from '../nodes/manifest-parts.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** Policies have distinct names, from which their identifiers are derived, and of the limits of a key no two count the same. */
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
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of isJsonArray(keys) ? keys.entries() : []) {
    const counted = new Map<string, Pointer>()
    for (const { pointer, value } of limitsOf(key, childPointer('/api_keys', index))) {
      const measure = [ownProperty(value, 'type'), ownProperty(value, 'unit')].filter(
        each => typeof each === 'string',
      )
      const what = `${pointer.includes('/rate_limits/') ? 'rate' : 'usage'} limits of ${measure.join(' as ')}`
      const earlier = counted.get(what)
      if (earlier === undefined) counted.set(what, pointer)
      else
        report('duplicate-policy', pointer, `The key has two ${what}: only the stricter one would decide.`, {
          notes: [{ at: earlier, message: 'the first one' }],
        })
    }
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
      const found = unmatchedCondition(condition, known, NOUNS)
      if (found === undefined) continue
      const { message, notes, suggestions } = found
      report(UNMATCHED_CONDITION, at, message, {
        notes,
        fix: replaceWithOnly(parsed, at, condition.text, suggestions),
      })
    }
}

const NOUNS: Readonly<Record<string, string>> = {
  workspace_id: 'No workspace of a key of the manifest',
  api_key: 'No key of the manifest',
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
