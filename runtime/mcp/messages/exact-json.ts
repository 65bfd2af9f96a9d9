// JSON whose large numbers survive being parsed and written again: arguments and results pass through the gateway, and a
// number that does not fit into JavaScript's must reach the other side with all its digits.
import { isObject, type Json, parseJson } from '../../../schemas/values/json.ts'

/** Shorter runs of digits are exact as numbers. */
const LONG_NUMBER = /\d{16}/

/** Deeper values are refused: what reads them is recursive. */
const MAX_DEPTH = 500

interface RawNumbers {
  readonly rawJSON: (text: string) => Json
}

/** The value; undefined for what is not JSON, or is nested too deeply. */
export function parseExactly(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined
  if (!LONG_NUMBER.test(text)) return parseJson(text)
  const raw = JSON as unknown as RawNumbers
  const revive = (_name: string, value: Json, context?: { readonly source?: string }): Json =>
    typeof value === 'number' && context?.source !== undefined && !isExact(value, context.source)
      ? raw.rawJSON(context.source)
      : value
  try {
    return JSON.parse(text, revive) as Json
  } catch {
    return undefined
  }
}

/** A string, number or boolean as text, a large number with all its digits; undefined for anything else. */
export function scalarText(value: Json | undefined): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  // What rawJSON makes has no prototype, unlike all that is parsed.
  return isObject(value) && Object.getPrototypeOf(value) === null ? String(value['rawJSON']) : undefined
}

const isExact = (value: number, source: string): boolean =>
  source.length < 16 || (Number.isSafeInteger(value) && String(value) === source)

function isTooDeep(text: string): boolean {
  if (text.length < MAX_DEPTH) return false
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === BACKSLASH) index += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
