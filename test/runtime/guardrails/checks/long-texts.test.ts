// What a very long text costs. A body may have 16 MiB, and one check must not hold up all other requests; nor may length
// be a way around one, as an error in the middle of a search would be.
import { describe, expect, it } from 'vitest'
import { MAX_TEXT_LENGTH } from '../../../../runtime/guardrails/checks/shared/max-length.ts'
import { WINDOW } from '../../../../runtime/guardrails/detect/text/find-in-windows.ts'
import { checkValidators } from '../../../../schemas/generated/check-validators.js'
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
  ['default.regexMatch', { rule: '^a.*b' }, MAX_TEXT_LENGTH],
  ['default.sentenceCount', {}, MAX_TEXT_LENGTH],
  ['default.validUrls', {}, MAX_TEXT_LENGTH],
  ['default.wordCount', {}, MAX_TEXT_LENGTH],
]

/** Whether a check can be inverted, by its schema. */
const canInvert = (id: CheckId, parameters: object): boolean =>
  checkValidators[id]({ ...parameters, not: true })

describe.each(BOUNDED)('%s', (id, parameters, maxLength) => {
  it.each(canInvert(id, parameters) ? [{}, { not: true }] : [{}])(
    'fails beyond its limit, with %j',
    async wish => {
      const half = 'a'.repeat(maxLength / 2)
      const finding = await evaluateWith(id, { ...parameters, ...wish }, [half, half, 'a'])
      expect(finding).toEqual({
        passed: false,
        reason: expect.stringMatching(new RegExp(`longer than the ${maxLength} characters that`)),
      })
    },
  )
})

const WHOLE: readonly [id: CheckId, parameters: object][] = [
  ['default.characterCount', { maxCharacters: 5 }],
  ['default.contains', { words: ['b'], operator: 'any' }],
  ['default.endsWith', { suffix: 'b' }],
  ['default.language', { language: ['en'] }],
  ['default.notNull', { not: true }],
  ['default.startsWith', { prefix: 'b' }],
  ['default.tokenCount', { maxTokens: 5 }],
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

describe.each(['default.pii', 'default.secrets'] as const)('%s reads a whole body in windows', id => {
  const secret = id === 'default.pii' ? 'anna.berg@example.com' : 'AKIAQYLPMN5HFI4ZTWXB'
  const redacted = (texts: readonly string[], ports = {}) => evaluateWith(id, { redact: true }, texts, ports)
  const WINDOW_END = WINDOW + 1024

  it('finds what stands across the border of two windows', async () => {
    for (let at = WINDOW_END - 24; at <= WINDOW_END + 2; at += 1) {
      const text = `${'long text '.repeat(at).slice(0, at - 1)} ${secret} ${'and more '.repeat(20_000)}`
      const { passed, texts = [] } = await redacted([text])
      expect([at, passed, texts[0]?.includes(secret.slice(4, -4)), texts[0]?.length]).toEqual([
        at,
        true,
        false,
        expect.any(Number),
      ])
      expect(texts[0]?.replace(/\{\{\w+\}\}/, secret)).toBe(text)
    }
  })

  it('finds what more hidden characters than a window has stand in', async () => {
    const hidden = `${secret.slice(0, 6)}${'\u200b'.repeat(4 * WINDOW)}${secret.slice(6)}`
    const { passed, texts = [] } = await redacted([`a ${hidden} b ${'more '.repeat(WINDOW)}`])
    expect([passed, texts[0]?.slice(0, 4), texts[0]?.includes('\u200b')]).toEqual([true, 'a {{', false])
  })

  it('lets other requests be served between its windows', async () => {
    let turns = 0
    const nextTurn = async (): Promise<void> => {
      turns += 1
    }
    const text = 'some text '.repeat((2 * MAX_TEXT_LENGTH) / 10)
    await redacted([`${text}${secret}`], { nextTurn })
    expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / WINDOW))
    turns = 0
    await redacted(
      Array.from({ length: 3000 }, () => 'some text '.repeat(100)),
      { nextTurn },
    )
    expect(turns).toBeGreaterThanOrEqual(80)
    turns = 0
    await redacted([secret, 'some text '.repeat(1000)], { nextTurn })
    expect(turns).toBe(0)
  })

  it('fails where it takes too long', async () => {
    let now = 0
    const nextTurn = async (): Promise<void> => {
      now += 1000
    }
    const text = 'some text '.repeat(MAX_TEXT_LENGTH / 10)
    expect(await redacted([text], { monotonic: () => now, nextTurn })).toEqual({
      passed: false,
      reason: 'The text cannot be read within 8 seconds.',
    })
  })
})

it('a secret that is longer than a window is followed to its end, and fails where that is too far', async () => {
  const key = (length: number) =>
    `-----BEGIN PRIVATE KEY-----\n${'aB3x'.repeat(length / 4)}\n-----END PRIVATE KEY-----`
  const before = 'some text '.repeat(3000)
  const after = ' and more'.repeat(20_000)
  const { passed, texts } = await evaluateWith('default.secrets', { redact: true }, [
    before + key(40_000) + after,
  ])
  expect([passed, texts]).toEqual([true, [`${before}{{PRIVATE_KEY_1}}${after}`]])
  expect(await evaluateWith('default.secrets', { redact: true }, [before + key(400_000) + after])).toEqual({
    passed: false,
    reason: 'The text has a secret that is too long, or too many, to be read.',
  })
})

it.each([['See https://example.com/a and [b](https://example.net). '], ['a.b '], ['http://\u0430.b ']])(
  'links of %j are searched in turns',
  async run => {
    let turns = 0
    const nextTurn = async (): Promise<void> => {
      turns += 1
    }
    const text = run.repeat((4 * WINDOW) / run.length)
    const found = `${text} https://cdn.evil.example/x`
    const parameters = { categories: [], blockedHosts: ['evil.example'] }
    expect(await evaluateWith('default.maliciousUrls', parameters, [found], { nextTurn })).toMatchObject({
      passed: false,
      facts: { BLOCKED_HOST: 1 },
    })
    expect(turns).toBeGreaterThanOrEqual(3)
  },
)

it('many words are searched in turns', async () => {
  let turns = 0
  const nextTurn = async (): Promise<void> => {
    turns += 1
  }
  const words = Array.from({ length: 100 }, (_, at) => `word${at}`)
  const text = 'é'.repeat(2 * MAX_TEXT_LENGTH)
  expect(
    await evaluateWith('default.contains', { words, operator: 'none' }, [text], { nextTurn }),
  ).toMatchObject({ passed: true })
  expect(turns).toBeGreaterThanOrEqual(10 + text.length / WINDOW - 1)
})

describe('as much as is accepted', () => {
  const HOSTILE: readonly [id: CheckId, parameters: object, run: string, share: number][] = [
    ['default.secrets', { redact: true }, '-----BEGIN PRIVATE KEY-----\n', 1],
    ['default.secrets', {}, 'a', 1],
    ['default.pii', { redact: true }, '1-', 1],
    ['default.promptInjection', {}, '/*', 0.02],
    ['default.promptInjection', {}, '<!-- ignore -->', 0.02],
    ['default.containsCode', { format: 'YAML' }, '\n', 1],
    ['default.jsonKeys', { keys: ['a'] }, '{', 1],
    ['default.wordCount', {}, 'a ', 1],
    ['default.validUrls', {}, 'http://a', 1],
    ['default.maliciousUrls', { blockedHosts: ['b.example'] }, 'http://a.b', 0.1],
    ['default.maliciousUrls', { blockedHosts: ['b.example'] }, 'a.b ', 0.1],
    ['default.maliciousUrls', {}, '[a](', 0.1],
    ['default.maliciousUrls', {}, '<a href=', 0.1],
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
