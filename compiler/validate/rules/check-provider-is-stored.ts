// A check that calls a model names a stored provider of the gateway. A file without a manifest may refer to one
// that only the gateway knows.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { isByCaller } from '../../facts/environment.ts'
import { slugsOfProviders } from '../nodes/manifest-parts.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { knownSlugs } from '../nodes/slugs.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { ownProperty } from '../values/json-values.ts'

/** Those of a manifest are in it. */
function slugsOf({ root, parsed, environment }: RuleContext): readonly string[] | undefined {
  if (root === 'config') return knownSlugs(environment)
  const { external = [] } = environment
  return [...slugsOfProviders(parsed.value), ...external].sort()
}

export const checkProviderIsStored: Rule = (context, report) => {
  const { parsed, environment, guards } = context
  const known = slugsOf(context)
  if (known === undefined || environment.origin === 'file') return
  for (const { checks } of guards.definitions)
    for (const { facts, parameters, pointer } of checks) {
      for (const name of facts?.slugs ?? []) {
        const slug = ownProperty(parameters, name)
        if (typeof slug !== 'string' || !slug.startsWith('@')) continue
        if (known.includes(slug.slice(1))) continue
        const suggestions = suggest(slug.slice(1), known)
        const at = childPointer(pointer, name)
        const holder = isByCaller(environment) ? 'the gateway' : 'the manifest'
        report(
          'unknown-slug',
          at,
          `No provider of ${holder} has the slug ${quoteName(slug.slice(1))}.${didYouMean(suggestions)}`,
          {
            fix: replaceWithOnly(
              parsed,
              at,
              slug,
              suggestions.map(each => `@${each}`),
            ),
          },
        )
      }
    }
}
