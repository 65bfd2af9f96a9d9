// The provider uses the settings and credentials next to it.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { CREDENTIAL_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { parsePlaceholders } from '../../facts/placeholders.ts'
import { type ConfigNode, isLeaf, slugOf } from '../nodes/config-node.ts'
import { BINDING_PROPERTIES } from '../nodes/provider-settings.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { providerSpecOf, type RuleContext } from '../nodes/rule-context.ts'
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
  const stored = Object.hasOwn(environment.providers, slug.slug)
    ? environment.providers[slug.slug]
    : undefined
  return stored?.credentials[API_KEY] !== undefined
}

export const providerUsesTheSetting: Rule = (context, report) => {
  const known = new Map<ProviderSpec, ReadonlySet<string>>()
  for (const node of context.nodes) {
    const spec =
      isLeaf(node) && ownProperty(node.value, 'passthrough') !== true
        ? providerSpecOf(context, node)
        : undefined
    if (spec === undefined || !spec.served) continue
    const written = BINDING_PROPERTIES.filter(name => ownProperty(node.value, name) !== undefined)
    if (written.length === 0) continue
    const read = known.get(spec) ?? propertiesUsedBy(spec)
    known.set(spec, read)
    const bySlug = slugOf(node) !== undefined
    // Credentials next to a slug are reported by `provider-is-unambiguous`.
    const ignored = written.filter(
      name => !read.has(name) && !(bySlug && CREDENTIAL_PROPERTIES.includes(name)),
    )
    reportIgnored(report, node, ignored, it => `: ${spec.name} does not use ${it}.`)
    if (!hasKey(context, node)) continue
    const unused = (spec.unusedWithKey ?? []).filter(name => ownProperty(node.value, name) !== undefined)
    reportIgnored(report, node, unused, it => `: ${spec.name} uses the API key beside ${it}.`)
  }
}
