// `then` and `default` name a target of the same config.
import { didYouMean } from '../../diagnostics/suggest.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { child, lastToken } from '../../pointer.ts'
import { rewrite } from '../rewrite.ts'
import type { Rule } from '../rule.ts'
import { textOf } from '../site.ts'
import { targetNames, unknownMentions } from '../target-names.ts'

export const conditionNamesATarget: Rule = (subject, tell) => {
  for (const site of subject.sites)
    for (const { pointer, name, near } of unknownMentions(subject, site)) {
      const names = targetNames(site)
      const named = site.targets.find(target => textOf(target, 'name') !== undefined)
      const note =
        named === undefined
          ? { at: child(site.pointer, 'targets'), message: 'no target has a name: give each one with "name"' }
          : { at: child(named.pointer, 'name'), message: `targets are named here: ${listed(names, 'and')}` }
      const [first] = near
      const message = `"${lastToken(pointer)}" names ${quoted(name)}, but no target has that name.${didYouMean(near)}`
      tell('unknown-target', pointer, message, {
        notes: [note],
        fix:
          first !== undefined && near.length === 1
            ? rewrite(subject.parsed, pointer, name, first)
            : undefined,
      })
    }
}
