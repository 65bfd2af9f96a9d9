// No two targets of one config share a name.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { stringProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'

export const targetNamesAreUnique: Rule = ({ nodes }, report) => {
  for (const { targets } of nodes) {
    const first = new Map<string, Pointer>()
    for (const target of targets) {
      const name = stringProperty(target, 'name')
      if (name === undefined) continue
      const at = childPointer(target.pointer, 'name')
      const earlier = first.get(name)
      if (earlier === undefined) first.set(name, at)
      else
        report('duplicate-target-name', at, `Two targets have the name ${quoteName(name)}.`, {
          notes: [{ at: earlier, message: 'first used here' }],
        })
    }
  }
}
