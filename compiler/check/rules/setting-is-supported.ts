// A setting that this version does not execute is rejected with the reason from the schema, never silently
// ignored.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'

export const settingIsSupported: Rule = ({ sites }, tell) => {
  for (const site of sites) {
    for (const name of Object.keys(site.value)) {
      const reason = Object.hasOwn(configFacts, name) ? configFacts[name]?.unsupported : undefined
      if (reason !== undefined)
        tell(
          'unsupported-setting',
          { key: child(site.pointer, name) },
          `${quoted(name)} is not supported. ${reason}`,
        )
    }
  }
}
