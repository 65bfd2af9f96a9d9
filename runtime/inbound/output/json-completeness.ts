// Detects when streamed text is a complete JSON object. Each character is scanned once; the text is not re-parsed for
// every piece.
import { isObject, parseJson } from '../../../schemas/values/json.ts'

/** Takes the next piece; true once the pieces so far are one JSON object and white space. */
export function trackJsonObject(): (piece: string) => boolean {
  let pieces: string[] = []
  let depth = 0
  let inString = false
  let escaped = false
  let state: 'open' | 'whole' | 'never' = 'open'

  const scan = (character: string): void => {
    if (escaped) escaped = false
    else if (inString) {
      escaped = character === '\\'
      inString = character !== '"'
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
  }
  return piece => {
    if (state === 'never' || piece === '') return state === 'whole'
    if (state === 'whole') {
      if (piece.trim() !== '') state = 'never'
      return state === 'whole'
    }
    for (const character of piece) scan(character)
    pieces.push(piece)
    if (depth > 0 || inString || !/[}\]]/.test(piece)) return false
    // All brackets are closed: it is a complete object now, or never will be.
    state = isObject(parseJson(pieces.join(''))) ? 'whole' : 'never'
    pieces = []
    return state === 'whole'
  }
}
