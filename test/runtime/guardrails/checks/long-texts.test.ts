// What a very long text costs. A body may have 16 MiB, and one check must not hold up all other requests; nor may length
// be a way around one, as an error in the middle of a search would be.
import { describe, expect, it } from 'vitest'
import { MAX_TEXT_LENGTH } from '../../../../runtime/guardrails/checks/shared/max-length.ts'
import type { CheckId } from '../../../../schemas/generated/checks.ts'
import { effort } from '../../../support/effort.ts'
import { evaluateWith } from './evaluate-with.ts'

const SCHEMA = { schema: { required: ['a'] } }

/** Checks that read by patterns, and the longest texts that they take. */
const BOUNDED: readonly [id: CheckId, parameters: object, maxLength: number][] = [
  ['default.allLowercase', {}, MAX_TEXT_LENGTH],
  ['default.allUppercase', {}, MAX_TEXT_LENGTH],
  ['default.containsCode', { format: 'SQL' }, MAX_TEXT_LENGTH],
  ['default.invisibleCharacters', {}, MAX_TEXT_LENGTH],
  ['default.jsonKeys', { keys: ['a'] }, MAX_TEXT_LENGTH],
  ['default.jsonSchema', SCHEMA, MAX_TEXT_LENGTH],
  ['default.pii', {}, MAX_TEXT_LENGTH],
  ['default.promptInjection', {}, MAX_TEXT_LENGTH / 2],
  ['default.regexMatch', { rule: 'a' }, MAX_TEXT_LENGTH],
  ['default.secrets', {}, MAX_TEXT_LENGTH],
  ['default.sentenceCount', {}, MAX_TEXT_LENGTH],
  ['default.validUrls', {}, MAX_TEXT_LENGTH],
  ['default.wordCount', {}, MAX_TEXT_LENGTH],
]

describe.each(BOUNDED)('%s', (id, parameters, maxLength) => {
  it.each([[{}], [{ not: true }], [{ redact: true }]])('fails beyond its limit, with %j', async wish => {
    const [known] = Object.keys(wish)
    if (known === 'redact' && !['default.pii', 'default.secrets'].includes(id)) return
    if (known === 'not' && id === 'default.invisibleCharacters') return
    const half = 'a'.repeat(maxLength / 2)
    const finding = await evaluateWith(id, { ...parameters, ...wish }, [half, half, 'a'])
    expect(finding).toEqual({
      passed: false,
      reason: expect.stringMatching(new RegExp(`longer than the ${maxLength} characters that`)),
    })
  })
})

const WHOLE: readonly [id: CheckId, parameters: object][] = [
  ['default.characterCount', { maxCharacters: 5 }],
  ['default.contains', { words: ['b'], operator: 'any' }],
  ['default.endsWith', { suffix: 'b' }],
  ['default.language', { language: ['en'] }],
  ['default.notNull', { not: true }],
  ['default.startsWith', { prefix: 'b' }],
]

it.each(WHOLE)('%s reads a whole body', async (id, parameters) => {
  for (const run of ['a', '```', 'http://', '\u{1f600}']) {
    const text = run.repeat((16 * MAX_TEXT_LENGTH) / run.length)
    const { passed, reason } = await evaluateWith(id, parameters, [text])
    expect([passed, reason]).toEqual([false, expect.stringMatching(/./)])
  }
})

it('words times characters are limited', async () => {
  const words = Array.from({ length: 1000 }, (_, at) => `word${at}`)
  for (const operator of ['any', 'none'])
    expect(
      await evaluateWith('default.contains', { words, operator }, ['a'.repeat(2 * MAX_TEXT_LENGTH)]),
    ).toEqual({
      passed: false,
      reason: 'The text is too long to search for 1000 words in it.',
    })
})

describe('as much as is accepted', () => {
  const HOSTILE: readonly [id: CheckId, parameters: object, run: string, share: number][] = [
    ['default.secrets', { redact: true }, '-----BEGIN PRIVATE KEY-----\n', 1],
    ['default.secrets', {}, 'a', 1],
    ['default.pii', { redact: true }, '1-', 1],
    ['default.promptInjection', {}, '/*', 0.5],
    ['default.promptInjection', {}, '<!-- ignore -->', 0.5],
    ['default.containsCode', { format: 'YAML' }, '\n', 1],
    ['default.jsonKeys', { keys: ['a'] }, '{', 1],
    ['default.wordCount', {}, 'a ', 1],
    ['default.validUrls', {}, 'http://a', 1],
  ]

  it.each(HOSTILE)('%s %j of %j costs in proportion', (id, parameters, run, share) => {
    const costOf = (length: number): number => {
      const text = run.repeat(Math.floor(length / run.length))
      return effort(() => void evaluateWith(id, parameters, [text]))
    }
    const maxLength = share * MAX_TEXT_LENGTH
    const [part, whole] = [costOf(maxLength / 8), costOf(maxLength)]
    expect(whole).toBeLessThan(16 * part + 20)
    expect(whole).toBeLessThan(300)
  })
})
