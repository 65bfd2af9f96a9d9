// default.jsonSchema: each text contains a JSON value that is valid by the schema: the whole text, a fenced block, or
// embedded in prose. The reason names the violated keyword and quotes nothing.
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

/** Maximum validation steps per text. */
const MOST_STEPS = 2_000_000

/** The result for one text: valid, invalid, without JSON, or over a limit. */
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
      if (results.includes('limit')) return beyondLimit('The JSON is too large or too deep to validate.')
      if (results.every(result => result === 'valid'))
        return outcome(true, not, 'The JSON matches the schema')
      if (results.includes('absent')) return outcome(false, not, 'The text contains no JSON')
      const broken = results.find(result => typeof result === 'object')?.broken
      return outcome(false, not, `The JSON violates ${broken ?? 'the root'} of the schema`)
    })
  },
}

/** One valid value of several is enough, since replies often quote the prompt. */
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
