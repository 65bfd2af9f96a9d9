// The parameters of a check match its schema.
import type { Rule } from '../nodes/rule-context.ts'
import { parameterNames } from '../structure/check-parameters.ts'
import { validateStructure } from '../structure/validate-structure.ts'

export const checkParametersAreValid: Rule = ({ parsed, guards }, report) => {
  for (const { checks } of guards.definitions)
    for (const { facts, parameters: value, pointer } of checks)
      if (facts !== undefined) {
        const propertyNames = parameterNames(facts.parameters, pointer)
        validateStructure(parsed, facts.validate, propertyNames, report, { value, pointer })
      }
}
