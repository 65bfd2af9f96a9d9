// References stand in properties that hold secrets and nowhere else: anywhere else they would be sent as they are.
import { SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { listed } from '../../diagnostics/words.ts'
import { child, human, type Pointer } from '../../pointer.ts'
import type { Json } from '../../source.ts'
import { isList, isObject } from '../kind.ts'
import { NAMES_A_REFERENCE } from '../reference-forms.ts'
import type { Rule } from '../rule.ts'

/** The places of texts that hold a reference, outside secrets and outside the sites below. */
function* referencesIn(value: Json, pointer: Pointer): Generator<Pointer> {
  if (typeof value === 'string') {
    if (NAMES_A_REFERENCE.test(value)) yield pointer
  } else if (isList(value))
    for (const [index, item] of value.entries()) yield* referencesIn(item, child(pointer, index))
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) yield* referencesIn(item, child(pointer, name))
}

export const referencesStandInSecrets: Rule = ({ sites }, tell) => {
  for (const { value, pointer, targets } of sites)
    for (const [name, item] of Object.entries(value)) {
      if (SECRET_PROPERTIES.includes(name) || (name === 'targets' && targets.length > 0)) continue
      for (const at of referencesIn(item, child(pointer, name))) {
        const where = `"${human(at)}" holds a reference to a secret, which is not resolved here and would be used as it is written.`
        tell('misplaced-secret-reference', at, where, {
          notes: [{ message: `References may stand in ${listed(SECRET_PROPERTIES, 'and')}.` }],
        })
      }
    }
}
