// Remembers what checks found in texts, so that a conversation is not judged again at each of its turns. A text is known
// by its hash, and only to the check with these parameters and to this workspace. The oldest entries are forgotten.
import type { Ports } from '../../values/ports.ts'
import type { Turns } from '../../values/turns.ts'
import type { RecallText } from '../check.ts'

/** Number of texts: some 10 MB with what was found in them. */
const MAX_ENTRIES = 20_000
/** Code units; a shorter text is judged faster than it is hashed and looked up. */
const MIN_LENGTH = 64

/** Code units that are hashed in one turn. */
const PIECE = 1024 * 1024

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** The memory for one check: `judge` identifies it with its parameters. */
export type TextMemory = (judge: string) => RecallText

export function createTextMemory(hash: Ports['hash'], maxEntries: number = MAX_ENTRIES): TextMemory {
  const entries = new Map<string, unknown>()

  /** The hash of a text; of a long one, the hash of those of its pieces, so that no turn takes long. */
  function* digestOf(workspace: string, text: string): Turns<string> {
    if (text.length <= PIECE) return hash(`${workspace}\0${text}`)
    let digests = ''
    for (let from = 0, end = 0; from < text.length; from = end) {
      if (from > 0) yield
      end = Math.min(text.length, from + PIECE)
      if (isLowSurrogate(text.charCodeAt(end))) end -= 1
      digests += hash(text.slice(from, end))
    }
    return `pieces ${hash(`${workspace}\0${digests}`)}`
  }

  return judge =>
    function* <T>(workspace: string, text: string) {
      // Halves of surrogate pairs would all have the same hash.
      if (text.length < MIN_LENGTH || !text.isWellFormed()) return undefined
      const key = `${judge} ${yield* digestOf(workspace, text)}`
      // Only this check writes under its name.
      const known = entries.get(key) as T | undefined
      if (known !== undefined) {
        entries.delete(key)
        entries.set(key, known)
      }
      return {
        known,
        remember: found => {
          entries.set(key, found)
          const [oldest] = entries.keys()
          if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
        },
      }
    }
}
