// default.jsonSchema: each text contains a JSON value that is valid by the schema: the whole text, a fenced block, or
// embedded in prose. The reason names the violated keyword and quotes nothing.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Check, CheckResult } from '../check.ts'
import type { SchemaTest, ValidationState } from '../detect/json-schema/keyword.ts'
import { linkSchema } from '../detect/json-schema/link-schema.ts'
import { findJson } from '../detect/text/find-json.ts'
import { NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult, limitExceeded } from '../result.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

/** Maximum validation steps per text. */
const MAX_STEPS = 2_000_000

/** The result for one text: valid, invalid, without JSON, or over a limit. */
type SchemaResult = 'valid' | 'limit' | 'absent' | { readonly violation: string }

export const jsonSchema: Check<CheckParameters['default.jsonSchema']> = {
  link: ({ schema, not }) => {
    const { test, errors } = linkSchema(schema as Json)
    const [mistake] = errors
    if (mistake !== undefined) {
      const schemaError: CheckResult = {
        passed: false,
        error: true,
        reason: `The schema cannot be used. At ${mistake.pointer || '/'}: ${mistake.sentence}`,
      }
      return () => schemaError
    }
    return withMaxLength(MAX_TEXT_LENGTH, ({ texts }) => {
      if (texts.length === 0) return NO_TEXT_RESULT
      const results = texts.map(text => validateFirst(findJson(text), test))
      if (results.includes('limit')) return limitExceeded('The JSON is too large or too deep to validate.')
      if (results.every(result => result === 'valid'))
        return conditionResult(true, not, 'The JSON matches the schema')
      if (results.includes('absent')) return conditionResult(false, not, 'The text contains no JSON')
      const violation = results.find(result => typeof result === 'object')?.violation
      return conditionResult(false, not, `The JSON violates ${violation ?? 'the root'} of the schema`)
    })
  },
}

/** One valid value of several is enough, since replies often quote the prompt. */
function validateFirst(values: readonly Json[], test: SchemaTest): SchemaResult {
  const validation: ValidationState = { stepsLeft: MAX_STEPS, depth: 0, violation: undefined }
  let result: SchemaResult = 'absent'
  for (const value of values) {
    if (isTooLarge(value)) return 'limit'
    validation.violation = undefined
    const valid = test(value, validation)
    if (validation.stepsLeft < 0) return 'limit'
    if (valid) return 'valid'
    if (result === 'absent') result = { violation: validation.violation ?? 'the root' }
  }
  return result
}

const MAX_DEPTH = 128
const MAX_VALUES = 200_000

/**
 * Whether a value is too deep or too large for a recursive walk. Iterative, and stops as soon as a limit is
 * exceeded.
 */
function isTooLarge(value: Json): boolean {
  let level: readonly Json[] = [value]
  let count = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length
    if (depth > MAX_DEPTH || count > MAX_VALUES) return true
    const next: Json[] = []
    for (const item of level)
      if (typeof item === 'object' && item !== null) for (const inner of Object.values(item)) next.push(inner)
    level = next
  }
  return false
}
