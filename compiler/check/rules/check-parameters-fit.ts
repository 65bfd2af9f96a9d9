// The parameters of a check match its schema.
import type { Rule } from '../rule.ts'
import { parametersVocabulary } from '../structure/parameters.ts'
import { judgeStructure } from '../structure.ts'

export const checkParametersFit: Rule = ({ parsed, guards }, tell) => {
  for (const { checks } of guards.written)
    for (const { facts, parameters: value, pointer } of checks)
      if (facts !== undefined) {
        const vocabulary = parametersVocabulary(facts.parameters, pointer)
        judgeStructure(parsed, facts.validate, vocabulary, tell, { value, pointer })
      }
}
