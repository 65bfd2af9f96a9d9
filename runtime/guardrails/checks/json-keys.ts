// default.jsonKeys: keys of JSON objects in a text: the whole text, fenced blocks, or embedded in prose. Texts are
// evaluated one by one, since each choice of a reply is separate; for an array, the objects in it count.

import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { isObject } from '../../../schemas/values/json.ts'
import type { Check } from '../check.ts'
import { findJson } from '../detect/text/find-json.ts'
import { foldText } from '../detect/text/fold-text.ts'
import { NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult } from '../result.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'
import { describeCount, type ListOperator, satisfies } from './shared/operator.ts'

const objectsIn = (value: Json) => [value].flat().filter(isObject)

export const jsonKeys: Check<CheckParameters['default.jsonKeys']> = {
  link: ({ keys, operator, not }) => {
    // What is forbidden is not hidden by other forms of letters; what is required must be read by a program.
    const isForbidden = (operator === 'none') !== not
    const countIn = (text: string): number | undefined => {
      const count = maxKeys(findJson(text), keys)
      const folded = isForbidden ? foldText(text) : text
      const hidden = folded === text ? undefined : maxKeys(findJson(folded), keys)
      return hidden === undefined ? count : Math.max(count ?? 0, hidden)
    }
    return withMaxLength(MAX_TEXT_LENGTH, ({ texts }) => {
      if (texts.length === 0) return NO_TEXT_RESULT
      const counts = texts.map(countIn)
      const present = counts.filter(count => count !== undefined)
      const found = worstCount(operator, present)
      // A text without JSON has none of the keys and misses all of them.
      const isMatch =
        operator === 'none'
          ? found === 0
          : present.length === texts.length && satisfies(operator, found, keys.length)
      if (present.length === 0) return conditionResult(isMatch, not, 'The text contains no JSON object')
      return conditionResult(
        isMatch,
        not,
        `The JSON has ${describeCount(operator, found, keys.length, 'key')}`,
        {
          found,
          keys: keys.length,
        },
      )
    })
  },
}

/** The highest number of keys that one object has; undefined when there is no object. */
function maxKeys(values: readonly Json[], keys: readonly string[]): number | undefined {
  const counts = values
    .flatMap(objectsIn)
    .map(object => keys.filter(key => Object.hasOwn(object, key)).length)
  return counts.length === 0 ? undefined : counts.reduce((max, count) => Math.max(max, count), 0)
}

/** Of several texts, the one furthest from what is expected counts. */
function worstCount(operator: ListOperator, counts: readonly number[]): number {
  const choose = operator === 'none' ? Math.max : Math.min
  return counts.length === 0 ? 0 : counts.reduce((worst, count) => choose(worst, count))
}
