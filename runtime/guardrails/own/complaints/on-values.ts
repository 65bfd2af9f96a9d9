// Keywords on single values, evaluated by the JSON Schema interpreter of the checks; errors use the terms of the
// generated validators. Patterns run in linear time: parameters may come from a header.
import type { Json } from '../../../../compiler/source.ts'
import type { Complaint } from '../../../../schemas/generated/validators.js'
import type { Judgement } from '../../json/schema/keyword.ts'
import { linkSchema } from '../../json/schema/link-schema.ts'
import { complaint, type Keyword } from './keyword.ts'

type ParamsOf = (wanted: Json) => Complaint['params']

/** Maximum validation steps per value and keyword. */
const MOST_STEPS = 1_000_000

const limit: ParamsOf = wanted => ({ limit: wanted })

const PARAMS: Readonly<Record<string, ParamsOf>> = {
  type: type => ({ type }),
  enum: allowedValues => ({ allowedValues }),
  const: allowedValue => ({ allowedValue }),
  minimum: wanted => ({ comparison: '>=', limit: wanted }),
  maximum: wanted => ({ comparison: '<=', limit: wanted }),
  minLength: limit,
  maxLength: limit,
  minItems: limit,
  maxItems: limit,
  maxProperties: limit,
  pattern: pattern => ({ pattern }),
}

const judged =
  (keyword: string, paramsOf: ParamsOf): Keyword =>
  (wanted, { mistake }) => {
    const { test, mistakes } = linkSchema({ [keyword]: wanted })
    const [wrong] = mistakes
    // The interpreter prefixes the sentence with the path in its schema, which is known here.
    if (wrong !== undefined) return void mistake(wrong.slice(wrong.indexOf(' ') + 1))
    const params = paramsOf(wanted)
    return (value, at, tell) => {
      const judgement: Judgement = { left: MOST_STEPS, depth: 0, broken: undefined }
      if (!test(value, judgement)) tell(complaint(at, keyword, params))
    }
  }

export const valueKeywords: Readonly<Record<string, Keyword>> = Object.fromEntries(
  Object.entries(PARAMS).map(([keyword, paramsOf]) => [keyword, judged(keyword, paramsOf)]),
)
