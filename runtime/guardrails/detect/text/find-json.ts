// Finds JSON in text by a model or a person: the whole text, fenced blocks, or the first balanced braces and brackets
// in prose. Work is bounded: each attempt scans the remaining text once, and attempts are few.
import type { Json } from '../../../../schemas/values/json.ts'

/** Maximum number of opening brackets tried in prose. */
const MAX_ATTEMPTS = 16

const FENCE = /^[ \t]*(?:```|~~~)/

/** The JSON values in a text, in order. A text that is JSON as a whole has that one value. */
export function findJson(text: string): readonly Json[] {
  const whole = tryParse(text)
  if (whole !== undefined) return [whole]
  const fenced = findFencedBlocks(text).flatMap(block => tryParse(block) ?? [])
  return fenced.length > 0 ? fenced : findInProse(text)
}

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The content of fenced blocks; the last may be unclosed, since a reply may be truncated. */
function findFencedBlocks(text: string): readonly string[] {
  if (!text.includes('```') && !text.includes('~~~')) return []
  const blocks: string[] = []
  let openBlock: string[] | undefined
  for (const line of text.split('\n')) {
    if (!FENCE.test(line)) openBlock?.push(line)
    else if (openBlock === undefined) openBlock = []
    else {
      blocks.push(openBlock.join('\n'))
      openBlock = undefined
    }
  }
  return openBlock === undefined ? blocks : [...blocks, openBlock.join('\n')]
}

function findInProse(text: string): readonly Json[] {
  const values: Json[] = []
  const opening = /[{[]/g
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const start = opening.exec(text)?.index
    if (start === undefined) break
    const end = closingIndex(text, start)
    const value = end === undefined ? undefined : tryParse(text.slice(start, end))
    if (value === undefined || end === undefined) continue
    values.push(value)
    opening.lastIndex = end
  }
  return values
}

/** The index after the bracket that closes the one at `start`, ignoring strings. */
function closingIndex(text: string, start: number): number | undefined {
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') {
      const end = stringEnd(text, index)
      if (end === undefined) return undefined
      index = end - 1
    } else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return undefined
}

function stringEnd(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index + 1
  }
  return undefined
}
