// The notation of phrases: words separated by spaces, `|` between alternatives, `+` within multi-word alternatives,
// `*` for any ending, `..` for up to four words of the same sentence. Phrases are tried where a word starts that may
// start them.

/** The weight of a phrase by itself, from 0 to 1, and its notation. */
export type WeightedPhrase = readonly [weight: number, phrase: string]

export interface PhrasePattern {
  readonly weight: number
  readonly pattern: RegExp
}

/** Compiled phrases by their first word. */
export type PhraseIndex = ReadonlyMap<string, readonly PhrasePattern[]>

const GAP = '(?: [^ .]{1,40}){0,4}'

export function compilePhrases(signals: readonly WeightedPhrase[]): PhraseIndex {
  const index = new Map<string, PhrasePattern[]>()
  for (const [weight, notation] of signals) {
    const slots = notation.split(' ')
    const source = slots.map(slot => (slot === '..' ? GAP : ` (?:${alternatives(slot)})`)).join('')
    const phrase = { weight, pattern: new RegExp(`${source.slice(1)}(?= )`, 'y') }
    if (slots[0]?.includes('*')) throw new Error(`A phrase must start with whole words: ${notation}`)
    const firstWords = (slots[0] ?? '').split('|').map(first => first.split('+')[0] ?? '')
    for (const first of new Set(firstWords)) index.set(first, [...(index.get(first) ?? []), phrase])
  }
  return index
}

const alternatives = (slot: string): string => slot.replaceAll('+', ' ').replaceAll('*', '[^ .]{0,20}')
