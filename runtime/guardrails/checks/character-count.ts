// default.characterCount: characters are code points, as in `maxLength` of JSON Schema. An emoji made of several code
// points counts as several.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { countCodePoints } from '../detect/text/code-points.ts'
import { countCheck } from './shared/count-check.ts'

export const characterCount: Check<CheckParameters['default.characterCount']> = {
  link: ({ minCharacters, maxCharacters, not }) =>
    countCheck('character', countCodePoints, { min: minCharacters, max: maxCharacters, not }),
}
