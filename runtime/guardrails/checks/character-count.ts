// default.characterCount: characters are code points, as `maxLength` of a JSON Schema counts them. An emoji made of
// several counts as several.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeCount } from '../judging/judge-count.ts'

/** The number of code points; half a surrogate pair counts as one. */
export function codePointsIn(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) index += 1
    count += 1
  }
  return count
}

export const characterCount: Check<CheckParameters['default.characterCount']> = {
  link: ({ minCharacters, maxCharacters, not }) =>
    judgeCount('character', codePointsIn, { least: minCharacters, greatest: maxCharacters, not }),
}
