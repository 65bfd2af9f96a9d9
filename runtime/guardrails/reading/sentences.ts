// Counts sentences in one pass: they end with a full stop, question or exclamation mark of any script before
// whitespace or the end, or with a blank line. So "3.14" ends none, and "Dr. Who." counts as two.

/** End a sentence before whitespace, optionally with closing marks in between. */
const ENDS = new Set('.!?…؟۔।॥։።')

/** End a sentence anywhere: their scripts have no spaces. */
const ENDS_ANYWHERE = new Set('。！？｡')

const CLOSES = new Set(`"'”’»)]”’」』）`)

/** A sentence has at least one of these. */
const SAYS = /[\p{L}\p{N}]/u

const SPACE = /\s/u

/** The number of sentences; text after the last end counts as one. */
export function sentencesIn(text: string): number {
  let count = 0
  let says = false
  let ending = false
  let blankLine = false
  const end = (): void => {
    if (says) count += 1
    says = false
    ending = false
  }
  for (const character of text) {
    if (ENDS_ANYWHERE.has(character)) end()
    else if (ENDS.has(character)) ending = true
    else if (SPACE.test(character)) {
      if (ending || (character === '\n' && blankLine)) end()
      if (character === '\n') blankLine = true
      continue
    } else if (!(ending && CLOSES.has(character))) {
      ending = false
      says ||= SAYS.test(character)
    }
    blankLine = false
  }
  end()
  return count
}
