// Finds JSON in text by a model or a person: the whole text, fenced blocks, or the first balanced braces and brackets
// in prose. Work is bounded: each attempt scans the remaining text once, and attempts are few.
import type { Json } from '../../../compiler/source.ts'

/** Maximum number of opening brackets tried in prose. */
const MOST_ATTEMPTS = 16

const FENCE = /^[ \t]*(?:```|~~~)/

/** The JSON values in a text, in order. A text that is JSON as a whole has that one value. */
export function findJson(text: string): readonly Json[] {
  const whole = parsed(text)
  if (whole !== undefined) return [whole]
  const fenced = fencedBlocks(text).flatMap(block => parsed(block) ?? [])
  return fenced.length > 0 ? fenced : inProse(text)
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The content of fenced blocks; the last may be unclosed, since a reply may be truncated. */
function fencedBlocks(text: string): readonly string[] {
  if (!text.includes('```') && !text.includes('~~~')) return []
  const blocks: string[] = []
  let open: string[] | undefined
  for (const line of text.split('\n')) {
    if (!FENCE.test(line)) open?.push(line)
    else if (open === undefined) open = []
    else {
      blocks.push(open.join('\n'))
      open = undefined
    }
  }
  return open === undefined ? blocks : [...blocks, open.join('\n')]
}

function inProse(text: string): readonly Json[] {
  const values: Json[] = []
  const opening = /[{[]/g
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const start = opening.exec(text)?.index
    if (start === undefined) break
    const end = closingOf(text, start)
    const value = end === undefined ? undefined : parsed(text.slice(start, end))
    if (value === undefined || end === undefined) continue
    values.push(value)
    opening.lastIndex = end
  }
  return values
}

/** The index after the bracket that closes the one at `start`, ignoring strings. */
function closingOf(text: string, start: number): number | undefined {
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    const mark = text[index]
    if (mark === '"') {
      const end = endOfQuote(text, index)
      if (end === undefined) return undefined
      index = end - 1
    } else if (mark === '{' || mark === '[') depth += 1
    else if (mark === '}' || mark === ']') {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return undefined
}

function endOfQuote(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index + 1
  }
  return undefined
}
