// A parameter that needs another one, has no effect beside a value of another one, or works on one hook alone, is set where it has an effect.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { checkValues } from '../structure/check-parameters.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

const NOUNS = { request: 'requests', reply: 'replies' } as const

export const checkParameterIsUsed: Rule = ({ guards }, report) => {
  for (const { hook, checks } of guards.definitions)
    for (const { facts, parameters, pointer } of checks)
      for (const { value, schema } of facts === undefined
        ? []
        : checkValues(parameters, facts.parameters, pointer)) {
        if (!isJsonObject(value)) continue
        for (const [name, property] of Object.entries((schema['properties'] ?? {}) as object)) {
          const {
            'x-only-with': partner,
            'x-only-on': only,
            'x-not-with': others = {},
          } = property as Readonly<Record<string, unknown>>
          if (ownProperty(value, name) === undefined) continue
          const at = childPointer(pointer, name)
          for (const [other, values] of Object.entries(others as Readonly<Record<string, readonly Json[]>>)) {
            const written = ownProperty(value, other)
            if (written !== undefined && values.includes(written))
              report(
                'setting-without-effect',
                at,
                `${quoteName(name)} has no effect with "${other}: ${String(written)}".`,
              )
          }
          if (ownProperty(value, name) !== true) continue
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
