// A check that calls a model names a stored provider of the gateway. A file without a manifest may refer to one
// that only the gateway knows.
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { isObject, own } from '../kind.ts'
import { rewriteToOnly } from '../rewrite.ts'
import type { Rule } from '../rule.ts'
import type { Subject } from '../subject.ts'

function knownSlugs({ of, parsed, surroundings }: Subject): readonly string[] {
  if (of === 'config') return Object.keys(surroundings.providers).sort()
  const stored = own(parsed.value, 'providers')
  return Object.keys(isObject(stored) ? stored : {}).sort()
}

export const checkAsksAStoredProvider: Rule = (subject, tell) => {
  const { parsed, surroundings, guards } = subject
  if (surroundings.unsettled || surroundings.door === 'file') return
  const known = knownSlugs(subject)
  for (const { checks } of guards.written)
    for (const { facts, parameters, pointer } of checks) {
      for (const name of facts?.slugs ?? []) {
        const slug = own(parameters, name)
        if (typeof slug !== 'string' || !slug.startsWith('@')) continue
        if (known.includes(slug.slice(1))) continue
        const near = suggest(slug.slice(1), known)
        const at = child(pointer, name)
        const where = surroundings.door === 'request' ? 'the gateway' : 'the manifest'
        tell(
          'unknown-slug',
          at,
          `No provider of ${where} has the slug ${quoted(slug.slice(1))}.${didYouMean(near)}`,
          {
            fix: rewriteToOnly(
              parsed,
              at,
              slug,
              near.map(each => `@${each}`),
            ),
          },
        )
      }
    }
}
