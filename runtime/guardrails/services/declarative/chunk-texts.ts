// Splits texts into chunks over several requests, since a service limits the length and number of texts per request,
// and joins rewritten chunks in the same order.
import type { Chunking } from './definition.ts'

/** A chunk of the text with this index. */
interface Chunk {
  readonly textIndex: number
  readonly text: string
}

/** The chunks of one request. */
export type ChunkBatch = readonly Chunk[]

/** A split moves back to whitespace within the last 1/8 of a chunk. */
const WHITESPACE_FRACTION = 8

/** The requests for the texts; undefined when they exceed the allowed number. */
export function splitIntoBatches(
  texts: readonly string[],
  chunking: Chunking | undefined,
): readonly ChunkBatch[] | undefined {
  if (chunking === undefined)
    return [texts.map((text, textIndex) => ({ textIndex, text: text.toWellFormed() }))]
  const { maxCharacters, maxTexts = 1, maxTotal = Number.POSITIVE_INFINITY, maxRequests } = chunking
  const batches: Chunk[][] = []
  let length = 0
  for (const [textIndex, text] of texts.entries())
    for (const chunk of split(text.toWellFormed(), maxCharacters)) {
      const last = batches.at(-1)
      if (last !== undefined && last.length < maxTexts && length + chunk.length <= maxTotal) {
        last.push({ textIndex, text: chunk })
        length += chunk.length
        continue
      }
      if (batches.length === maxRequests) return undefined
      batches.push([{ textIndex, text: chunk }])
      length = chunk.length
    }
  return batches
}

function* split(text: string, maxLength: number): Generator<string> {
  let from = 0
  do {
    const end = chunkEnd(text, from, maxLength)
    yield text.slice(from, end)
    from = end
  } while (from < text.length)
}

/** The end of the chunk that starts here: after whitespace if there is some near, and never inside a surrogate pair. */
function chunkEnd(text: string, from: number, maxLength: number): number {
  const limit = from + maxLength
  if (limit >= text.length) return text.length
  for (let end = limit; end > limit - maxLength / WHITESPACE_FRACTION; end -= 1)
    if (/\s/.test(text.charAt(end - 1))) return end
  const code = text.charCodeAt(limit - 1)
  return code >= 0xd800 && code <= 0xdbff && maxLength > 1 ? limit - 1 : limit
}

/** Joins rewritten chunks to texts; `written` has the chunks of each request. */
export function joinBatches(
  texts: readonly string[],
  batches: readonly ChunkBatch[],
  rewrittenChunks: readonly (readonly string[])[],
): readonly string[] {
  const results = texts.map((): string[] => [])
  for (const [index, batch] of batches.entries())
    for (const [chunkIndex, { textIndex, text }] of batch.entries())
      results[textIndex]?.push(rewrittenChunks[index]?.[chunkIndex] ?? text)
  return results.map(chunks => chunks.join(''))
}
