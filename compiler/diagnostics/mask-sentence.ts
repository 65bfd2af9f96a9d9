// Sentences of failures, of which records have many: a colon there is more often punctuation than the end of a property's name. They
// may still quote a caller, a provider or a check, so whatever else follows a name of a secret is masked as it is in sources.
import { mask, withoutControls } from './mask.ts'

/** Words that go on with a sentence, and that no password begins with. One word alone may be a password. */
const PROSE =
  /^(?:an?|the|th(?:is|at|ese|ose|ere)|its?|they|no|not|only|all|one|each|either|is|are|was|were|has|have|does|do|can(?:not)?|must|may|should|in|on|at|of|for|from|to|with|by|as|if|when|where|since|because|but|and|or|set|send|use|name|write|add)[ \t]+\S/i

/** What the gateway writes where a caller puts its key. */
const PLACEHOLDER = /^Bearer KEY\b/

/** The number before a noun, and the kinds of what was counted: `1 secret: PASSWORD`. */
const COUNT = /\b\d{1,9} $/
const KINDS = /^[A-Z][A-Z_]{2,63}(?=[ ,.;)]|$)/

/** The check that denied comes first, by a name of its author's: the rest is its reason. */
const DENIAL = /denied the (?:request|reply)\. (?:[\w-]{1,64}\.)?$/

function isProse(text: string, name: number, start: number): boolean {
  const rest = text.slice(start, start + 100)
  if (text.slice(start - 2, start) === ': ' && (PROSE.test(rest) || PLACEHOLDER.test(rest))) return true
  const before = text.slice(Math.max(0, name - 100), name)
  return DENIAL.test(before) || (COUNT.test(before) && KINDS.test(rest))
}

/** A sentence, safe for a terminal: likely secrets are asterisks, and the words around them stay readable. */
export const printableSentence = (text: string): string => withoutControls(mask(text, isProse))
