// Signals of languages other than English: keywords that appear near each other.

import { type KeywordPatterns, keywordPatterns } from './keywords.ts'
import type { InjectionSignal } from './signal.ts'

export function* nonEnglishSignals(text: string): Iterable<InjectionSignal> {
  for (const patterns of keywordPatterns) {
    const { drop, prior, rules, show, prompt, free, reach } = patterns
    for (const { index } of text.matchAll(drop)) {
      const surroundings = surroundingText(text, index, reach)
      if (!surroundings.match(rules)) continue
      yield {
        start: index,
        signal: `drop ${rules.source}`,
        family: 'override',
        weight: surroundings.match(prior) ? 0.75 : 0.35,
      }
    }
    for (const { index } of text.matchAll(prompt)) {
      const weight = surroundingText(text, index, reach).match(show) ? 0.55 : 0.15
      yield { start: index, signal: `prompt ${rules.source}`, family: 'leak', weight }
    }
    for (const { index } of text.matchAll(free))
      yield {
        start: index,
        signal: `free ${rules.source}`,
        family: 'persona',
        weight: personaWeight(text, index, patterns),
      }
  }
}

/** Names for an AI are similar in many languages. */
const AI_NAME = / (?:ai|ia|ki|ии|ші|yapay zeka|chatgpt|gpt|bot|modell?|你是|あなたは|당신은)|ai /

const personaWeight = (text: string, at: number, { reach }: KeywordPatterns): number =>
  AI_NAME.test(surroundingText(text, at, reach)) ? 0.5 : 0.25

const surroundingText = (text: string, at: number, reach: number): string =>
  text.slice(Math.max(0, at - reach), at + reach)
