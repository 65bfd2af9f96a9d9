// The default of a variable has the declared type, and can be used.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { TYPE_NAMES } from '../../../schemas/values/type-names.ts'
import type { PromptRule } from '../nodes/prompt-context.ts'
import { describeValue, isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

const typeOf = (value: Json): string => (isJsonArray(value) ? 'array' : typeof value)

export const defaultsFitTheirTypes: PromptRule = ({ prompt }, report) => {
  const variables = ownProperty(prompt, 'variables')
  if (!isJsonObject(variables)) return
  for (const [name, variable] of Object.entries(variables)) {
    const at = childPointer(childPointer('/variables', name), 'default')
    const value = ownProperty(variable, 'default')
    const type = ownProperty(variable, 'type')
    if (value === undefined) continue
    if (ownProperty(variable, 'required') === true)
      report(
        'setting-without-effect',
        { key: at },
        `The default of ${quoteName(name)} has no effect: with "required" every caller gives a value.`,
      )
    if (typeof type === 'string' && value !== null && typeOf(value) !== type)
      report(
        'wrong-type',
        at,
        `The default of ${quoteName(name)} must be ${TYPE_NAMES[type] ?? type}, not ${describeValue(value)}.`,
      )
  }
}
