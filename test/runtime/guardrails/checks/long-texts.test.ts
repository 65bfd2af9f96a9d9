// What a very long text costs. A body may have 16 MiB, and one check must not hold up all other requests; nor may length
// be a way around one, as an error in the middle of a search would be.
import { describe, expect, it } from 'vitest'
import { LONGEST } from '../../../../runtime/guardrails/judging/too-long.ts'
import type { CheckId } from '../../../../schemas/generated/checks.ts'
import { effort } from '../../../support/effort.ts'
import { judgeWith } from './judge-with.ts'

const SCHEMA = { schema: { required: ['a'] } }

/** Checks that read by patterns, and the longest texts that they take. */
const BOUNDED: readonly [id: CheckId, parameters: object, longest: number][] = [
  ['default.allLowercase', {}, LONGEST],
  ['default.allUppercase', {}, LONGEST],
  ['default.containsCode', { format: 'SQL' }, LONGEST],
  ['default.invisibleCharacters', {}, LONGEST],
  ['default.jsonKeys', { keys: ['a'] }, LONGEST],
  ['default.jsonSchema', SCHEMA, LONGEST],
  ['default.pii', {}, LONGEST],
  ['default.promptInjection', {}, LONGEST / 2],
  ['default.regexMatch', { rule: 'a' }, LONGEST],
  ['default.secrets', {}, LONGEST],
  ['default.sentenceCount', {}, LONGEST],
  ['default.validUrls', {}, LONGEST],
  ['default.wordCount', {}, LONGEST],
]

describe.each(BOUNDED)('%s', (id, parameters, longest) => {
  it.each([[{}], [{ not: true }], [{ redact: true }]])('fails beyond its limit, with %j', async wish => {
    const [known] = Object.keys(wish)
    if (known === 'redact' && !['default.pii', 'default.secrets'].includes(id)) return
    if (known === 'not' && id === 'default.invisibleCharacters') return
    const half = 'a'.repeat(longest / 2)
    const finding = await judgeWith(id, { ...parameters, ...wish }, [half, half, 'a'])
    expect(finding).toEqual({
      passed: false,
      reason: expect.stringMatching(new RegExp(`longer than the ${longest} characters that`)),
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
    const text = run.repeat((16 * LONGEST) / run.length)
    const { passed, reason } = await judgeWith(id, parameters, [text])
    expect([passed, reason]).toEqual([false, expect.stringMatching(/./)])
  }
})

it('words times characters are limited', async () => {
  const words = Array.from({ length: 1000 }, (_, at) => `word${at}`)
  for (const operator of ['any', 'none'])
    expect(await judgeWith('default.contains', { words, operator }, ['a'.repeat(2 * LONGEST)])).toEqual({
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
      return effort(() => void judgeWith(id, parameters, [text]))
    }
    const longest = share * LONGEST
    const [part, whole] = [costOf(longest / 8), costOf(longest)]
    expect(whole).toBeLessThan(16 * part + 20)
    expect(whole).toBeLessThan(300)
  })
})
