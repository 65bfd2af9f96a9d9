// Detects when streamed text is a complete JSON object. Each character is scanned once; the text is not re-parsed for
// every piece.
import { isObject, parseJson } from '../../providers/wire/json.ts'

/** Takes the next piece; true once the pieces so far are one JSON object and white space. */
export function watchObject(): (piece: string) => boolean {
  let pieces: string[] = []
  let depth = 0
  let inString = false
  let escaped = false
  let state: 'open' | 'whole' | 'never' = 'open'

  const look = (letter: string): void => {
    if (escaped) escaped = false
    else if (inString) {
      escaped = letter === '\\'
      inString = letter !== '"'
    } else if (letter === '"') inString = true
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
  }
  return piece => {
    if (state === 'never' || piece === '') return state === 'whole'
    if (state === 'whole') {
      if (piece.trim() !== '') state = 'never'
      return state === 'whole'
    }
    for (const letter of piece) look(letter)
    pieces.push(piece)
    if (depth > 0 || inString || !/[}\]]/.test(piece)) return false
    // All brackets are closed: it is an object now or never will be.
    state = isObject(parseJson(pieces.join(''))) ? 'whole' : 'never'
    pieces = []
    return state === 'whole'
  }
}
