// Signals of languages other than English: keywords that appear near each other.
import type { Found } from './found.ts'
import { type Vocabulary, vocabularies } from './vocabularies.ts'

export function* foreignSignals(text: string): Iterable<Found> {
  for (const vocabulary of vocabularies) {
    const { drop, prior, rules, show, prompt, free, reach } = vocabulary
    for (const { index } of text.matchAll(drop)) {
      const near = around(text, index, reach)
      if (!near.match(rules)) continue
      yield {
        at: index,
        signal: `drop ${rules.source}`,
        family: 'override',
        weight: near.match(prior) ? 0.75 : 0.35,
      }
    }
    for (const { index } of text.matchAll(prompt)) {
      const weight = around(text, index, reach).match(show) ? 0.55 : 0.15
      yield { at: index, signal: `prompt ${rules.source}`, family: 'leak', weight }
    }
    for (const { index } of text.matchAll(free))
      yield {
        at: index,
        signal: `free ${rules.source}`,
        family: 'persona',
        weight: freedom(text, index, vocabulary),
      }
  }
}

/** Names for an AI are similar in many languages. */
const MACHINE = / (?:ai|ia|ki|ии|ші|yapay zeka|chatgpt|gpt|bot|modell?|你是|あなたは|당신은)|ai /

const freedom = (text: string, at: number, { reach }: Vocabulary): number =>
  MACHINE.test(around(text, at, reach)) ? 0.5 : 0.25

const around = (text: string, at: number, reach: number): string =>
  text.slice(Math.max(0, at - reach), at + reach)
