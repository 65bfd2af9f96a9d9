// default.pii: a label reaches its value over a name, a verb and an adverb, in each language that has labels.
import { describe, expect, it } from 'vitest'
import { linkPiiFinder } from '../../../../runtime/guardrails/detect/pii/find-pii.ts'
import {
  LABELLED_KINDS,
  REVERSED_FORMS,
  SENTENCE_FORMS,
  UNRELATED_NUMBERS,
} from '../corpora/labelled-sentences.ts'

const NAMES: Readonly<Record<string, string>> = { Chinese: '王小明', Japanese: '田中花子', Korean: '김민수' }
const languages = LABELLED_KINDS.flatMap(({ category, value, labels }) =>
  Object.entries(labels).map(([language, label]) => ({ category, value, language, label })),
)

describe.each(languages)('$category after "$label" in $language', ({ category, value, language, label }) => {
  const find = linkPiiFinder([category])

  it.each(SENTENCE_FORMS[language] ?? [])('is found in "%s"', form => {
    const text = form
      .replace('LABEL', label)
      .replace('NAME', NAMES[language] ?? 'Dana Lewis-Jones')
      .replace('VALUE', value)
    expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual([value])
  })

  it.each(REVERSED_FORMS[language] ?? [])('is found in "%s"', form => {
    const text = form.replace('LABEL', label).replace('NAME', 'Dana').replaceAll('VALUE', value)
    expect(find(text).map(({ start, end }) => text.slice(start, end))).toContain(value)
  })
})

describe('A label', () => {
  it('has twelve forms of sentences in each language', () => {
    const counts = new Set(Object.values(SENTENCE_FORMS).map(forms => forms.length))
    expect([...counts]).toEqual([12])
    expect(languages.filter(({ language }) => SENTENCE_FORMS[language] === undefined)).toEqual([])
  })

  it.each(UNRELATED_NUMBERS)('does not reach the number of "%s"', text => {
    expect(linkPiiFinder(LABELLED_KINDS.map(kind => kind.category))(text)).toEqual([])
  })
})
