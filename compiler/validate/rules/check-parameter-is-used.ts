// A parameter that needs another one, or works on one hook alone, is set where it has an effect.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { checkValues } from '../check-values.ts'
import { isJsonObject, ownProperty } from '../json-values.ts'
import type { Rule } from '../rule.ts'

const NOUNS = { request: 'requests', reply: 'replies' } as const

export const checkParameterIsUsed: Rule = ({ guards }, report) => {
  for (const { hook, checks } of guards.definitions)
    for (const { facts, parameters, pointer } of checks)
      for (const { value, schema } of facts === undefined
        ? []
        : checkValues(parameters, facts.parameters, pointer)) {
        if (!isJsonObject(value)) continue
        for (const [name, property] of Object.entries((schema['properties'] ?? {}) as object)) {
          const { 'x-only-with': partner, 'x-only-on': only } = property as Readonly<Record<string, unknown>>
          if (ownProperty(value, name) !== true) continue
          const at = childPointer(pointer, name)
          if (typeof partner === 'string' && ownProperty(value, partner) !== true)
            report(
              'setting-without-effect',
              at,
              `${quoteName(name)} has no effect without "${partner}: true".`,
            )
          else if (hook !== undefined && (only === 'request' || only === 'reply') && hook !== only)
            report(
              'setting-without-effect',
              at,
              `${quoteName(name)} has no effect on ${NOUNS[hook]}: it belongs to a guardrail of ${NOUNS[only]}.`,
            )
        }
      }
}
