// A setting that this version does not execute is rejected with the reason from the schema, never silently
// ignored.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { Rule } from '../nodes/rule-context.ts'

export const settingIsSupported: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    for (const name of Object.keys(node.value)) {
      const reason = Object.hasOwn(configFacts, name) ? configFacts[name]?.unsupported : undefined
      if (reason !== undefined)
        report(
          'unsupported-setting',
          { key: childPointer(node.pointer, name) },
          `${quoteName(name)} is not supported. ${reason}`,
        )
    }
  }
}
