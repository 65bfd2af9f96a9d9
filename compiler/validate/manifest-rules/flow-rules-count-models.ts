// Rules of flows are proved for calls of models; the MCP servers and agents that they do not cover are reported.
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

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
