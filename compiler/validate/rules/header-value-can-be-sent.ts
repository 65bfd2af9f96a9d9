// Settings that are sent as headers are valid header values.

import { isList } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { Rule } from '../nodes/rule-context.ts'

const SENDABLE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/

export const headerValueCanBeSent: Rule = ({ nodes, catalog }, report) => {
  for (const node of nodes)
    for (const [name, value] of Object.entries(node.value)) {
      if (!catalog.settingNames.has(name)) continue
      const texts = (isList(value) ? value : [value]).filter(text => typeof text === 'string' && text !== '')
      if (texts.every(text => SENDABLE.test(String(text)))) continue
      const message = `"${name}" is sent as a header and must be printable ASCII without leading or trailing spaces.`
      report('malformed-header-value', childPointer(node.pointer, name), message)
    }
}
