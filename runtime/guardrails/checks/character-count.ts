// default.characterCount: characters are code points, as in `maxLength` of JSON Schema. An emoji made of several code
// points counts as several.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeCount } from '../judging/judge-count.ts'
import { codePointsIn } from '../reading/code-points.ts'

export const characterCount: Check<CheckParameters['default.characterCount']> = {
  link: ({ minCharacters, maxCharacters, not }) =>
    judgeCount('character', codePointsIn, { least: minCharacters, greatest: maxCharacters, not }),
}
