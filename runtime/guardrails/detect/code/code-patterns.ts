// Line patterns by which languages are detected. A pattern that prose hardly ever matches weighs 2, one that is only
// likely 1; code is detected at a total of 2. Patterns run on one line of bounded length, so none can blow up.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import { compiledLanguages } from './compiled-languages.ts'
import type { LanguagePatterns } from './language-patterns.ts'
import { markupLanguages } from './markup-languages.ts'
import { scriptingLanguages } from './scripting-languages.ts'

export type CodeLanguage = CheckParameters['default.containsCode']['format']

export const languagePatterns: { readonly [L in CodeLanguage]: LanguagePatterns } = {
  ...scriptingLanguages,
  ...compiledLanguages,
  ...markupLanguages,
}
