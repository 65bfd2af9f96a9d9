// Keys name agents of the manifest, and may call agents at all.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

export const keysNameAgents: ManifestRule = ({ manifest, parsed }, report) => {
  const agents = ownProperty(manifest, 'agents')
  const known = Object.keys(isJsonObject(agents) ? agents : {})
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of isJsonArray(keys) ? keys.entries() : []) {
    const named = ownProperty(key, 'agents')
    if (!isJsonArray(named)) continue
    const pointer = childPointer(childPointer('/api_keys', index), 'agents')
    const scopes = ownProperty(key, 'scopes')
    if (!(isJsonArray(scopes) && scopes.includes('agents.invoke')))
      report(
        'agent-without-effect',
        { key: pointer },
        '"agents" has no effect, since the key has no scope "agents.invoke".',
      )
    for (const [place, slug] of named.entries()) {
      if (typeof slug !== 'string' || known.includes(slug)) continue
      const at = childPointer(pointer, place)
      const suggestions = suggest(slug, known)
      report(
        'unknown-agent',
        at,
        `No agent of the manifest is named ${quoteName(slug)}.${didYouMean(suggestions)}`,
        {
          notes:
            suggestions.length > 0 || known.length === 0 || known.length > 20
              ? []
              : [{ message: `Known here: ${joinNames(known.toSorted(), 'and')}.` }],
          fix: replaceWithOnly(parsed, at, slug, suggestions),
        },
      )
    }
  }
}
