// Rules about the parameters of checks.

import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { checkValues, parameterNames, schemaProperties } from '../structure/check-parameters.ts'
import { validateStructure } from '../structure/validate-structure.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

/** The parameters of a check match its schema. */
export const checkParametersAreValid: Rule = ({ parsed, guards }, report) => {
  for (const { checks } of guards.definitions)
    for (const { facts, parameters: value, pointer } of checks)
      if (facts !== undefined) {
        const propertyNames = parameterNames(facts.parameters, pointer)
        validateStructure(parsed, facts.validate, propertyNames, report, { value, pointer })
      }
}

const NOUNS = { request: 'requests', reply: 'replies' } as const

/**
 * A parameter that needs another one, has no effect with a value of another one, or works on one hook only, is only set when it has an
 * effect.
 */
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

interface SchemaParameter {
  readonly pointer: Pointer
  readonly schema: JsonObject
}

/** The schemas among parameters, where the schema of the check marks them. */
function* schemasIn(
  value: Json | undefined,
  schema: ParametersSchema | undefined,
  at: Pointer,
): Generator<SchemaParameter> {
  if (!isJsonObject(value)) return
  for (const [name, property] of Object.entries(schemaProperties(schema))) {
    const candidate = Object.hasOwn(value, name) ? value[name] : undefined
    if (property['x-json-schema'] === true && isJsonObject(candidate))
      yield { pointer: childPointer(at, name), schema: candidate }
  }
}

/** A JSON Schema among the parameters of a check can be used, and every keyword of it has an effect. */
export const jsonSchemaIsValid: Rule = ({ catalog, guards, parsed }, report) => {
  for (const { checks } of guards.definitions)
    for (const { facts, parameters, pointer } of checks)
      for (const schemaParameter of schemasIn(parameters, facts?.parameters, pointer))
        for (const error of catalog.validateJsonSchema(schemaParameter.schema)) {
          const at = `${schemaParameter.pointer}${error.pointer}`
          const location = error.misspelled === undefined ? { key: at } : at
          report(
            'malformed-json-schema',
            location,
            `The JSON Schema cannot be used. At ${error.pointer || '/'}: ${error.sentence}${didYouMean(error.suggestions)}`,
            { fix: replaceWithOnly(parsed, location, error.misspelled, error.suggestions) },
          )
        }
}
