// The model that a reply names is decided once for a call, whichever of its targets serves it.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { hasProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'

export const replyModelIsAtRoot: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    if (node.parent === undefined || !hasProperty(node, 'reply_model')) continue
    const key = childPointer(node.pointer, 'reply_model')
    report('misplaced-reply-model', { key }, '"reply_model" belongs to the root of the config.')
  }
}
