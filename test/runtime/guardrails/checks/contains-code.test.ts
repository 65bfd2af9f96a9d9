// default.containsCode: a snippet of each language is found, and prose and other languages are not taken for it.
import { describe, expect, it } from 'vitest'
import { detectCode } from '../../../../runtime/guardrails/detect/code/detect-code.ts'
import {
  type CodeLanguage,
  languagePatterns,
} from '../../../../runtime/guardrails/detect/code/language-patterns.ts'
import { effort } from '../../../support/effort.ts'
import { evaluateWith } from './evaluate-with.ts'
import { PROSE, SNIPPETS } from './snippets.ts'

const languages = Object.keys(languagePatterns) as CodeLanguage[]

/** Languages that contain another one, or cannot be distinguished by their lines. */
const KIN: readonly (readonly [snippet: CodeLanguage, found: CodeLanguage])[] = [
  ['TypeScript', 'JavaScript'],
  ['C#', 'Java'],
  ['HTML', 'XML'],
  ['XML', 'HTML'],
]

describe('default.containsCode', () => {
  it.each(languages)('finds %s', language => {
    expect(detectCode(SNIPPETS[language], language)).toBe(true)
    expect(detectCode(`So:\n\n\`\`\`${languagePatterns[language].tags[0]}\n...\n\`\`\``, language)).toBe(true)
  })

  it.each(languages)('takes no %s for another language', snippet => {
    const found = languages.filter(language => detectCode(SNIPPETS[snippet], language))
    const kin = KIN.filter(([from]) => from === snippet).map(([, to]) => to)
    expect(found.filter(language => language !== snippet && !kin.includes(language))).toEqual([])
  })

  it.each(PROSE)('takes no prose for code: %j', text => {
    expect(languages.filter(language => detectCode(text, language))).toEqual([])
  })

  it.each([
    [{ format: 'SQL' }, ['DELETE FROM users;'], true, 'The text contains SQL code.'],
    [{ format: 'SQL' }, ['Select a dish from the menu.'], false, 'The text contains no SQL code.'],
    [
      { format: 'SQL', not: true },
      ['x', 'DROP TABLE users;'],
      false,
      'The text contains SQL code; "not" forbids this.',
    ],
    [{ format: 'Python', not: true }, ['DROP TABLE users;'], true, 'The text contains no Python code.'],
    [{ format: 'JSON' }, ['Here: {"a": 1}.'], true, 'The text contains JSON code.'],
    [{ format: 'JSON' }, ['12'], false, 'The text contains no JSON code.'],
    [{ format: 'Go' }, [], true, 'There is no text to check.'],
  ])('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.containsCode', parameters, texts)).toEqual({ passed, reason })
  })

  it.each([
    'a',
    ' ',
    '(',
    '<a ',
    'a:',
    'a=a ',
    '{a:',
    '$a->',
    'const {',
    'import {',
    'self.',
    '```',
    'def a(',
    '[[',
  ])('is linear in runs of %j, on one line and on many', run => {
    const line = run.repeat(Math.ceil(400 / run.length))
    for (const text of [run.repeat(100_000), `${line}\n`.repeat(100)])
      expect(effort(() => void languages.map(language => detectCode(text, language)))).toBeLessThan(200)
  })
})
