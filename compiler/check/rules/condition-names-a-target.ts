// `then` and `default` name a target of the same config.
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { listed, quoted, shortened } from '../../diagnostics/words.ts'
import { child, lastToken } from '../../pointer.ts'
import { rewriteToOnly } from '../rewrite.ts'
import type { Rule } from '../rule.ts'
import { textOf } from '../site.ts'
import { targetNames, unknownMentions } from '../target-names.ts'

/** References per strategy for which names are suggested, since each is compared with every target. */
const MOST_SUGGESTED = 20

export const conditionNamesATarget: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const names = targetNames(site)
    for (const [index, { pointer, name }] of unknownMentions(subject, site).entries()) {
      const near = index < MOST_SUGGESTED ? suggest(name, names) : []
      const named = site.targets.find(target => textOf(target, 'name') !== undefined)
      const note =
        named === undefined
          ? { at: child(site.pointer, 'targets'), message: 'no target has a name: add "name" to each' }
          : {
              at: child(named.pointer, 'name'),
              message: `targets are named here: ${listed(names.map(shortened), 'and')}`,
            }
      const message = `"${lastToken(pointer)}" names ${quoted(name)}, but no target has that name.${didYouMean(near)}`
      tell('unknown-target', pointer, message, {
        notes: [note],
        fix: rewriteToOnly(subject.parsed, pointer, name, near),
      })
    }
  }
}
