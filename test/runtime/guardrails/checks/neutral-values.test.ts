// Of neutral texts, 25 kinds in twelve places each, default.pii and default.secrets leave at most 5 of 300 values readable, and take at most
// 3 of 300 harmless texts for one with a value.
import { describe, expect, it } from 'vitest'
import { DEPTH } from '../../../support/property-seed.ts'
import { NEUTRAL_CONTEXTS } from '../corpora/neutral-contexts.ts'
import { drawWith, HARMLESS, KEYS, type NeutralKind, PERSONAL } from '../corpora/neutral-values.ts'
import { evaluateWith } from './evaluate-with.ts'

const SEEDS = Array.from({ length: 3 * DEPTH }, (_, at) => at + 1)

interface NeutralText {
  readonly title: string
  readonly text: string
  /** As it is written there. */
  readonly hidden: string
}

const textsOf = (kinds: readonly NeutralKind[], seed: number): readonly NeutralText[] =>
  kinds.flatMap(({ label, value, hidden }, row) =>
    Object.entries(NEUTRAL_CONTEXTS).map(([context, write], column) => {
      const drawn = value(drawWith(seed * 7919 + row * 100 + column))
      const secret = hidden === undefined ? drawn : (hidden.exec(drawn)?.[0] ?? '')
      return {
        title: `${label}, ${context}: ${drawn}`,
        text: write(label, drawn),
        hidden: context === 'form' ? encodeURIComponent(secret) : secret,
      }
    }),
  )

/** The texts in which the check leaves the value, or finds one. */
const titlesWhere = async (
  check: 'default.pii' | 'default.secrets',
  texts: readonly NeutralText[],
  isWrong: (after: string, text: NeutralText) => boolean,
): Promise<readonly string[]> => {
  const titles: string[] = []
  for (const text of texts) {
    const [after] = (await evaluateWith(check, { redact: true }, [text.text])).texts ?? []
    if (isWrong(after ?? text.text, text)) titles.push(text.title)
  }
  return titles
}

/** Signs of a value that are as good as the value. */
const PIECE = 6
const hasPiece = (text: string, value: string): boolean =>
  Array.from({ length: Math.max(1, value.length - PIECE + 1) }, (_, at) => value.slice(at, at + PIECE)).some(
    piece => text.includes(piece),
  )

const CHECKS = [
  ['default.pii', PERSONAL],
  ['default.secrets', KEYS],
] as const

describe.each(CHECKS)('%s', (check, kinds) => {
  it.each(SEEDS)('hides 295 of 300 values, with seed %d', async seed => {
    const texts = textsOf(kinds, seed)
    expect(texts.length).toBe(300)
    for (const { text, hidden } of texts) expect(text).toContain(hidden)
    const left = await titlesWhere(check, texts, (after, { hidden }) => hasPiece(after, hidden))
    expect(left.slice(5)).toEqual([])
  })

  it.each(SEEDS)('finds nothing in 297 of 300 harmless texts, with seed %d', async seed => {
    const texts = textsOf(HARMLESS, seed)
    expect(texts.length).toBe(300)
    const wrong = await titlesWhere(check, texts, (after, { text }) => after !== text)
    expect(wrong.slice(3)).toEqual([])
  })
})
