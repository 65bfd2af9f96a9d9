// Scores a text of any length, window by window, so that no step of it holds up other requests. Windows overlap by more than the longest
// encoded part, and than a stretch in which signals are combined.
import type { Turns } from '../../../values/turns.ts'
import { containsOtherText } from './address-signals.ts'
import { type InjectionScore, scoreInjection } from './injection-score.ts'

/** Code units of a window, and how many of them the next one reads again. */
const WINDOW = 24 * 1024
const OVERLAP = 10 * 1024

/** Padding between words moves nothing apart, so most of it is left out; tags are letters that are not seen. */
const PADDING = /[^\p{L}\p{N}\u{e0020}-\u{e007e}]{400,}/gu
const KEPT = 100
const STEP = 256 * 1024

/** `isExternal`: it is the content of a tool, a document or a file, and not a message. */
export function* scoreInTurns(text: string, isExternal: boolean): Turns<InjectionScore> {
  if (text.length <= WINDOW) return scoreInjection(text, { isExternal })
  const read = yield* withoutPadding(text)
  let isContaining = false
  for (let from = 0; from < read.length && !isContaining; from += STEP) {
    isContaining = containsOtherText(read.slice(Math.max(0, from - OVERLAP), from + STEP))
    yield
  }
  let best: InjectionScore = { score: 0, families: [], encoded: false }
  for (let from = 0; from === 0 || from + OVERLAP < read.length; from += WINDOW - OVERLAP) {
    if (from > 0) yield
    const window = read.slice(from, from + WINDOW)
    const score = scoreInjection(window, { isExternal, isContaining, isStart: from === 0 })
    if (score.score > best.score) best = score
  }
  return best
}

function* withoutPadding(text: string): Turns<string> {
  const pieces: string[] = []
  for (let from = 0; from < text.length; from += STEP) {
    pieces.push(
      text
        .slice(from, from + STEP)
        .replace(PADDING, padding => padding.slice(0, KEPT) + padding.slice(-KEPT)),
    )
    yield
  }
  return pieces.join('')
}
