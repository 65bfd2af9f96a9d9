// Sentences that users read contain no banned phrase.
import { describe, expect, it } from 'vitest'
import { BANNED, BANNED_FRONT, BANNED_OPENING } from './banned-phrases.ts'
import { expectNone } from './breaches.ts'
import {
  commentSentences,
  markdownSentences,
  schemaSentences,
  sourceSentences,
  type UserSentence,
} from './user-sentences.ts'

/** Any banned phrase, to skip files without one. */
const ANY = new RegExp(BANNED.map(({ pattern }) => pattern.source).join('|'), 'i')

const breaches = (sentences: readonly UserSentence[], banned = BANNED): readonly string[] =>
  sentences
    .filter(({ text }) => ANY.test(text))
    .flatMap(({ path, text }) =>
      banned.flatMap(({ pattern, instead }) => {
        const match = pattern.exec(text)
        if (match === null) return []
        const context = text.slice(Math.max(0, match.index - 40), match.index + match[0].length + 30)
        return [`${path}: "${context.trim()}" (write: ${instead})`]
      }),
    )

const INSTEAD = 'Write what stands in brackets, or another sentence (test/architecture/banned-phrases.ts).'

const shown = ({ path, text }: UserSentence): string => `${path}: "${text.trim().slice(0, 80)}"`

/** The folders of all sources. */
const ALL_SOURCES: readonly string[] = ['compiler/', 'runtime/', 'schemas/']

/** There a text is a term: a string of a body that checks read (`schemas/glossary.md`). */
const TEXTS_ARE_A_TERM: readonly string[] = ['runtime/guardrails/', 'schemas/contracts/']

describe('banned phrases', () => {
  it('are found in a sentence', () => {
    const text = 'Usage starts anew; nobody is told. The value is no object, and must be a text.'
    expect(breaches([{ path: 'here', text }])).toHaveLength(5)
    expect(
      ['- What is sent is counted.', '## What holds now', 'What does it cost?'].map(line =>
        BANNED_FRONT.test(line),
      ),
    ).toEqual([true, false, false])
  })

  it('do not occur in descriptions of schemas', () => {
    expectNone(breaches(schemaSentences), INSTEAD)
  })

  it('do not occur in help texts, diagnostics, failures and log messages', () => {
    expectNone(breaches(sourceSentences(ANY)), INSTEAD)
  })

  it('do not occur in Markdown', () => {
    expectNone(breaches(markdownSentences), INSTEAD)
  })

  it('do not occur in comments', () => {
    expectNone(
      breaches(
        commentSentences(ALL_SOURCES).filter(
          ({ path }) => !TEXTS_ARE_A_TERM.some(folder => path.startsWith(folder)),
        ),
      ),
      INSTEAD,
    )
    const withoutTerm = BANNED.filter(({ pattern }) => !pattern.test('texts'))
    expectNone(breaches(commentSentences(TEXTS_ARE_A_TERM), withoutTerm), INSTEAD)
  })

  it('do not occur as a clause in front of its sentence', () => {
    const sentences = [...markdownSentences, ...sourceSentences(/\bWhat /)]
    expectNone(
      sentences.filter(({ text }) => BANNED_FRONT.test(text)).map(shown),
      'A clause that begins with "What" is the subject here. Begin with the noun itself.',
    )
  })
})

describe('descriptions', () => {
  const described = schemaSentences.filter(({ member }) => member === 'description' || member === 'summary')

  it('begin with a noun or a verb', () => {
    expectNone(
      described.filter(({ text }) => BANNED_OPENING.test(text)).map(shown),
      'Begin the description with a noun ("The time …") or a verb ("Limits …").',
    )
  })

  it('have at most two sentences', () => {
    expectNone(
      described.filter(({ text }) => text.split(/[.!?] (?=[A-Z`])/).length > 2).map(shown),
      'Shorten it to two sentences; the rest belongs to schemas/reference.',
    )
  })
})
