// Overrides of parameters that the gateway itself reads have the type of the parameter.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { objectProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { describeValue, ownProperty } from '../values/json-values.ts'

const OVERRIDE_TYPES: Readonly<Record<string, readonly [type: string, typeName: string]>> = {
  model: ['string', 'a string'],
  stream: ['boolean', 'true or false'],
}

export const overridePreservesType: Rule = ({ nodes }, report) => {
  for (const node of nodes)
    for (const [name, [type, typeName]] of Object.entries(OVERRIDE_TYPES)) {
      const value = ownProperty(objectProperty(node, 'override_params'), name)
      if (value === undefined || typeof value === type) continue
      const at = childPointer(childPointer(node.pointer, 'override_params'), name)
      report('wrong-type', at, `The override of "${name}" must be ${typeName}, not ${describeValue(value)}.`)
    }
}
