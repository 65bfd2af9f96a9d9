// The provider uses the settings and credentials next to it.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { CREDENTIAL_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { parsePlaceholders } from '../../facts/placeholders.ts'
import { storedBindings } from '../../facts/pool-members.ts'
import { type ConfigNode, isLeaf, slugOf } from '../nodes/config-node.ts'
import { BINDING_PROPERTIES } from '../nodes/provider-settings.ts'
import { providerSpecsOf, type Rule, type RuleContext } from '../nodes/rule-context.ts'
import { reportIgnored } from '../reporting/report.ts'
import { ownProperty } from '../values/json-values.ts'

/** Every provider that does not sign requests sends a key; an unnecessary one does no harm. */
const API_KEY = 'api_key'

/** Repairs the chats of any provider whose replies pass unread otherwise. */
const DEVIATING = 'deviating'

function propertiesUsedBy(spec: ProviderSpec): ReadonlySet<string> {
  const key = spec.auth.form === 'signed' ? [] : [API_KEY]
  const templates = [spec.baseUrl ?? '', ...Object.values(spec.routes)]
  return new Set([
    ...key,
    ...spec.credentials.flat(),
    ...Object.keys(spec.settings ?? {}),
    ...(spec.reads ?? []),
    ...(spec.dialect === 'vendor' ? [DEVIATING] : []),
    ...templates.flatMap(parsePlaceholders).flat(),
  ])
}

/** Whether the node, or the stored provider that it names, has an API key. */
function hasKey({ environment }: RuleContext, node: ConfigNode): boolean {
  const slug = slugOf(node)
  if (slug === undefined) return ownProperty(node.value, API_KEY) !== undefined
  return storedBindings(slug.slug, environment).some(({ credentials }) => credentials[API_KEY] !== undefined)
}

export const providerUsesTheSetting: Rule = (context, report) => {
  const known = new Map<ProviderSpec, ReadonlySet<string>>()
  for (const node of context.nodes) {
    const specs =
      isLeaf(node) && ownProperty(node.value, 'passthrough') !== true ? providerSpecsOf(context, node) : []
    if (specs.length === 0 || !specs.every(({ served }) => served)) continue
    const written = BINDING_PROPERTIES.filter(name => ownProperty(node.value, name) !== undefined)
    if (written.length === 0) continue
    // Of a pool, one member that uses a setting is enough.
    const reads = specs.map(spec => {
      const read = known.get(spec) ?? propertiesUsedBy(spec)
      known.set(spec, read)
      return read
    })
    const names = joinNames(
      specs.map(({ name }) => name),
      'and',
    )
    const bySlug = slugOf(node) !== undefined
    // Credentials next to a slug are reported by `provider-is-unambiguous`.
    const ignored = written.filter(
      name => !reads.some(read => read.has(name)) && !(bySlug && CREDENTIAL_PROPERTIES.includes(name)),
    )
    reportIgnored(
      report,
      node,
      ignored,
      it => `: ${names} ${specs.length === 1 ? 'does' : 'do'} not use ${it}.`,
    )
    if (!hasKey(context, node)) continue
    const unused = (specs[0]?.unusedWithKey ?? []).filter(
      name =>
        ownProperty(node.value, name) !== undefined &&
        specs.every(({ unusedWithKey = [] }) => unusedWithKey.includes(name)),
    )
    reportIgnored(
      report,
      node,
      unused,
      it => `: ${names} ${specs.length === 1 ? 'uses' : 'use'} the API key beside ${it}.`,
    )
  }
}
