// Overrides of parameters that the gateway itself reads keep their type.
import { child } from '../../pointer.ts'
import { describe, own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { objectOf } from '../site.ts'

const WANTED: Readonly<Record<string, readonly [type: string, words: string]>> = {
  model: ['string', 'a string'],
  stream: ['boolean', 'true or false'],
}

export const overrideKeepsTheShape: Rule = ({ sites }, tell) => {
  for (const site of sites)
    for (const [name, [type, words]] of Object.entries(WANTED)) {
      const value = own(objectOf(site, 'override_params'), name)
      if (value === undefined || typeof value === type) continue
      const at = child(child(site.pointer, 'override_params'), name)
      tell('wrong-type', at, `The override of "${name}" must be ${words}, not ${describe(value)}.`)
    }
}
