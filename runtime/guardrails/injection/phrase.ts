// The notation of phrases: words with a space between them, `|` between those that may stand in one place, `*` for any
// ending, `..` for up to four words of the same sentence. They are looked for where a word begins that may begin them.

/** How much a phrase says by itself, from 0 to 1, and what it looks like. */
export type Signal = readonly [weight: number, phrase: string]

export interface Phrase {
  readonly weight: number
  readonly pattern: RegExp
}

/** Phrases by the words that they begin with. */
export type Phrasebook = ReadonlyMap<string, readonly Phrase[]>

const GAP = '(?: [^ .]{1,40}){0,4}'

export function phrasebook(signals: readonly Signal[]): Phrasebook {
  const book = new Map<string, Phrase[]>()
  for (const [weight, notation] of signals) {
    const slots = notation.split(' ')
    const source = slots.map(slot => (slot === '..' ? GAP : ` (?:${alternatives(slot)})`)).join('')
    const phrase = { weight, pattern: new RegExp(`${source.slice(1)}(?= )`, 'y') }
    if (slots[0]?.includes('*')) throw new Error(`A phrase begins with whole words: ${notation}`)
    const firsts = (slots[0] ?? '').split('|').map(first => first.split('+')[0] ?? '')
    for (const first of new Set(firsts)) book.set(first, [...(book.get(first) ?? []), phrase])
  }
  return book
}

const alternatives = (slot: string): string => slot.replaceAll('+', ' ').replaceAll('*', '[^ .]{0,20}')
