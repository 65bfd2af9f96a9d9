// default.jsonKeys: keys of JSON objects in a text: the whole text, fenced blocks, or embedded in prose. Texts are
// evaluated one by one, since each choice of a reply is separate; for an array, the objects in it count.
import type { Json } from '../../../compiler/source.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { isObject } from '../../providers/wire/json.ts'
import type { Check } from '../check.ts'
import { findJson } from '../json/find-json.ts'
import { NO_TEXT } from '../judging/judge-text.ts'
import { outcome } from '../judging/outcome.ts'
import { foundOf, isEnough, type Operator } from '../judging/some-of.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'

const objectsIn = (value: Json) => [value].flat().filter(isObject)

export const jsonKeys: Check<CheckParameters['default.jsonKeys']> = {
  link: ({ keys, operator, not }) =>
    upTo(LONGEST, ({ texts }) => {
      if (texts.length === 0) return NO_TEXT
      const counts = texts.map(text => mostKeys(findJson(text), keys))
      const held = counts.filter(count => count !== undefined)
      const found = extreme(operator, held)
      // A text without JSON has none of the keys and misses all of them.
      const holds =
        operator === 'none'
          ? found === 0
          : held.length === texts.length && isEnough(operator, found, keys.length)
      if (held.length === 0) return outcome(holds, not, 'The text contains no JSON object')
      return outcome(holds, not, `The JSON has ${foundOf(operator, found, keys.length, 'key')}`, {
        found,
        keys: keys.length,
      })
    }),
}

/** The highest number of keys that one object has; undefined when there is no object. */
function mostKeys(values: readonly Json[], keys: readonly string[]): number | undefined {
  const counts = values
    .flatMap(objectsIn)
    .map(object => keys.filter(key => Object.hasOwn(object, key)).length)
  return counts.length === 0 ? undefined : counts.reduce((most, count) => Math.max(most, count), 0)
}

/** Of several texts, the one furthest from what is expected counts. */
function extreme(operator: Operator, counts: readonly number[]): number {
  const choose = operator === 'none' ? Math.max : Math.min
  return counts.length === 0 ? 0 : counts.reduce((far, count) => choose(far, count))
}
