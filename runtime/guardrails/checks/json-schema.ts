// default.jsonSchema: each text holds a JSON value that is valid by the schema, whole, in a fenced block or in prose.
// The verdict names the rule of the schema that was broken, and nothing of the text.
import type { Json } from '../../../compiler/source.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check, Finding } from '../check.ts'
import { findJson } from '../json/find-json.ts'
import { isTooBig } from '../json/is-too-big.ts'
import type { Judgement, Test } from '../json/schema/keyword.ts'
import { linkSchema } from '../json/schema/link-schema.ts'
import { NO_TEXT } from '../judging/judge-text.ts'
import { beyondLimit, outcome } from '../judging/outcome.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'

/** Steps of judging one text. */
const MOST_STEPS = 2_000_000

/** What came of one text: valid, broken by a rule, without JSON, or beyond what is judged. */
type Result = 'valid' | 'limit' | 'absent' | { readonly broken: string }

export const jsonSchema: Check<CheckParameters['default.jsonSchema']> = {
  link: ({ schema, not }) => {
    const { test, mistakes } = linkSchema(schema as Json)
    const [mistake] = mistakes
    if (mistake !== undefined) {
      const finding: Finding = {
        passed: false,
        erred: true,
        reason: `The schema cannot be used. At ${mistake}`,
      }
      return () => finding
    }
    return upTo(LONGEST, ({ texts }) => {
      if (texts.length === 0) return NO_TEXT
      const results = texts.map(text => judge(findJson(text), test))
      if (results.includes('limit')) return beyondLimit('The JSON is too big or too deep to be judged.')
      if (results.every(result => result === 'valid'))
        return outcome(true, not, 'The JSON is valid by the schema')
      if (results.includes('absent')) return outcome(false, not, 'The text holds no JSON')
      const broken = results.find(result => typeof result === 'object')?.broken
      return outcome(false, not, `The JSON breaks ${broken ?? 'the schema'} of the schema`)
    })
  },
}

/** One value of several that is valid is enough: answers quote what they were asked. */
function judge(values: readonly Json[], test: Test): Result {
  const judgement: Judgement = { left: MOST_STEPS, depth: 0, broken: undefined }
  let result: Result = 'absent'
  for (const value of values) {
    if (isTooBig(value)) return 'limit'
    judgement.broken = undefined
    const valid = test(value, judgement)
    if (judgement.left < 0) return 'limit'
    if (valid) return 'valid'
    if (result === 'absent') result = { broken: judgement.broken ?? 'the root' }
  }
  return result
}
