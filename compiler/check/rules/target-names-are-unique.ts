// No two targets of one config share a name.
import { quoted } from '../../diagnostics/words.ts'
import { child, type Pointer } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { textOf } from '../site.ts'

export const targetNamesAreUnique: Rule = ({ sites }, tell) => {
  for (const { targets } of sites) {
    const first = new Map<string, Pointer>()
    for (const target of targets) {
      const name = textOf(target, 'name')
      if (name === undefined) continue
      const at = child(target.pointer, 'name')
      const earlier = first.get(name)
      if (earlier === undefined) first.set(name, at)
      else
        tell('duplicate-target-name', at, `Two targets have the name ${quoted(name)}.`, {
          notes: [{ at: earlier, message: 'first used here' }],
        })
    }
  }
}
