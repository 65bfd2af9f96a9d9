// The comma-separated items between two brackets, where most syntax errors occur and recovery works best.
import { type Cursor, reportAt, skipSpace } from './cursor.ts'

/**
 * Reads items up to and including the closing bracket; `readItem` always advances the cursor. `reportOther` may know what is wrong at the
 * other kind of bracket.
 */
export function readItems(
  cursor: Cursor,
  close: '}' | ']',
  readItem: () => void,
  reportOther?: () => void,
): void {
  const open = cursor.at
  cursor.at += 1
  cursor.openBrackets[close] += 1
  let comma: number | undefined
  let itemEnd: number | undefined
  for (;;) {
    skipSpace(cursor)
    const char = cursor.text[cursor.at]
    if (char === undefined || char === '}' || char === ']') {
      if (comma !== undefined && char === close) reportTrailingComma(cursor, comma)
      if (char !== undefined && char !== close) reportOther?.()
      break
    }
    if (char === ',') {
      reportAt(cursor, cursor.at, cursor.at + 1, 'Unexpected comma: no value before it.', { fix: '' })
      cursor.at += 1
      continue
    }
    if (itemEnd !== undefined && char === ':') {
      const message =
        'Unexpected ":" after a value. If this is the name of a property, "{" is missing before it.'
      reportAt(cursor, itemEnd, cursor.at + 1, message, { isLost: true })
    } else if (itemEnd !== undefined) {
      reportAt(cursor, itemEnd, itemEnd, 'Missing comma between two entries.', { fix: ',' })
    }
    readItem()
    itemEnd = cursor.at
    comma = undefined
    skipSpace(cursor)
    if (cursor.text[cursor.at] !== ',') continue
    comma = cursor.at
    itemEnd = undefined
    cursor.at += 1
  }
  cursor.openBrackets[close] -= 1
  consumeClosingBracket(cursor, open, close)
}

function reportTrailingComma(cursor: Cursor, comma: number): void {
  reportAt(cursor, comma, comma + 1, 'Trailing commas are not allowed.', { fix: '' })
}

function consumeClosingBracket(cursor: Cursor, open: number, close: '}' | ']'): void {
  const { text, at } = cursor
  const bracket = text.charAt(open)
  const note = { start: open, end: open + 1, message: `"${bracket}" was opened here` }
  const char = text[at]
  if (char === close) {
    cursor.at += 1
  } else if (char === undefined) {
    const end = text.trimEnd().length
    reportAt(cursor, end, end, `Unexpected end: "${bracket}" is not closed by "${close}".`, { note })
    // The enclosing brackets are open too; report only the innermost.
    cursor.errorCount = Number.MAX_SAFE_INTEGER
  } else {
    // A bracket that closes an outer one is not consumed: only the closing bracket of this one is missing.
    const belongsOutside = cursor.openBrackets[close === '}' ? ']' : '}'] > 0
    if (!belongsOutside) cursor.at += 1
    const message = `Expected "${close}" to close "${bracket}", but found "${char}".`
    reportAt(cursor, at, at + 1, message, {
      note,
      fix: belongsOutside ? `${close}${char}` : close,
      isGuess: true,
      isLost: true,
    })
  }
}
