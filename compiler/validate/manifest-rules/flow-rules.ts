// Rules about the rules of flows.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { contradicts } from '../nodes/lowered-conditions.ts'
import { externalSlugs, slugsOfProviders } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** A rule of flows is about something: its slugs are those of stored providers, and a request can meet its query. */
export const flowRulesCanApply: ManifestRule = ({ manifest, parsed }, report) => {
  const rules = ownProperty(manifest, 'flows')
  const known = [...slugsOfProviders(manifest), ...externalSlugs(manifest)]
  for (const [index, rule] of (isJsonArray(rules) ? rules : []).entries()) {
    const at = childPointer('/flows', index)
    const secrets = ownProperty(rule, 'secrets')
    for (const [item, name] of (isJsonArray(secrets) ? secrets : []).entries()) {
      if (typeof name !== 'string' || !name.startsWith('@') || known.includes(name.slice(1))) continue
      const pointer = childPointer(childPointer(at, 'secrets'), item)
      const near = suggest(name.slice(1), known).map(slug => `@${slug}`)
      report(
        'unknown-slug',
        pointer,
        `No provider of the manifest has the slug ${quoteName(name.slice(1))}, so the rule is about no secret.${didYouMean(near)}`,
        {
          notes:
            near.length > 0 || known.length === 0
              ? []
              : [{ message: `Known providers: ${joinNames(known.toSorted(), 'and')}.` }],
          fix: replaceWithOnly(parsed, pointer, name, near),
        },
      )
    }
    const when = ownProperty(rule, 'when')
    if (isJsonObject(when) && contradicts(when))
      report(
        'contradictory-condition',
        childPointer(at, 'when'),
        'No request meets the query, so the rule never applies: its tests contradict each other.',
      )
  }
}

/** Rules of flows are proved for calls of models; the MCP servers and agents that they do not cover are reported. */
export const flowRulesCountModels: ManifestRule = ({ manifest }, report) => {
  const rules = ownProperty(manifest, 'flows')
  if (!isJsonArray(rules) || rules.length === 0) return
  const servers = ownProperty(ownProperty(manifest, 'mcp'), 'servers')
  const agents = ownProperty(manifest, 'agents')
  const named = [
    ['MCP server', servers],
    ['agent', agents],
  ] as const
  const others = named.flatMap(([noun, group]) => {
    const slugs = isJsonObject(group) ? Object.keys(group) : []
    return slugs.length === 0 ? [] : [`${noun}${slugs.length === 1 ? '' : 's'} ${joinNames(slugs, 'and')}`]
  })
  if (others.length > 0)
    report(
      'flows-not-counted',
      { key: '/flows' },
      `The rules of "flows" cover calls of models only, not what callers send to the ${others.join(' and the ')}.`,
    )
}
