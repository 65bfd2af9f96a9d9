// Splits texts into chunks over several requests, since a service limits the length and number of texts per request,
// and joins rewritten chunks in the same order.
import type { Pieces } from './description.ts'

/** A chunk of the text with this index. */
interface Piece {
  readonly of: number
  readonly text: string
}

/** The chunks of one request. */
export type Share = readonly Piece[]

/** A split moves back to whitespace within the last 1/8 of a chunk. */
const NEAR = 8

/** The requests for the texts; undefined when they exceed the allowed number. */
export function shareOut(texts: readonly string[], pieces: Pieces | undefined): readonly Share[] | undefined {
  if (pieces === undefined) return [texts.map((text, of) => ({ of, text: text.toWellFormed() }))]
  const { characters, texts: most = 1, together = Number.POSITIVE_INFINITY, requests } = pieces
  const shares: Piece[][] = []
  let length = 0
  for (const [of, text] of texts.entries())
    for (const piece of cut(text.toWellFormed(), characters)) {
      const last = shares.at(-1)
      if (last !== undefined && last.length < most && length + piece.length <= together) {
        last.push({ of, text: piece })
        length += piece.length
        continue
      }
      if (shares.length === requests) return undefined
      shares.push([{ of, text: piece }])
      length = piece.length
    }
  return shares
}

function* cut(text: string, longest: number): Generator<string> {
  let from = 0
  do {
    const end = endOf(text, from, longest)
    yield text.slice(from, end)
    from = end
  } while (from < text.length)
}

/** The end of the chunk that starts here: after whitespace if there is some near, and never inside a surrogate pair. */
function endOf(text: string, from: number, longest: number): number {
  const limit = from + longest
  if (limit >= text.length) return text.length
  for (let end = limit; end > limit - longest / NEAR; end -= 1)
    if (/\s/.test(text.charAt(end - 1))) return end
  const code = text.charCodeAt(limit - 1)
  return code >= 0xd800 && code <= 0xdbff && longest > 1 ? limit - 1 : limit
}

/** Joins rewritten chunks to texts; `written` has the chunks of each request. */
export function putTogether(
  texts: readonly string[],
  shares: readonly Share[],
  written: readonly (readonly string[])[],
): readonly string[] {
  const results = texts.map((): string[] => [])
  for (const [index, share] of shares.entries())
    for (const [at, { of, text }] of share.entries()) results[of]?.push(written[index]?.[at] ?? text)
  return results.map(pieces => pieces.join(''))
}
