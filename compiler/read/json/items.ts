// What stands between two brackets, with the commas between: the part in which most mistakes are made, and after
// which reading can best go on.
import { blame, type Cursor } from './cursor.ts'
import { skipSpace } from './space.ts'

/** Reads items up to the closing bracket and steps over it; `readItem` always moves the cursor. */
export function readItems(cursor: Cursor, close: '}' | ']', readItem: () => void): void {
  const open = cursor.at
  cursor.at += 1
  cursor.awaited[close] += 1
  let comma: number | undefined
  let itemEnd: number | undefined
  for (;;) {
    skipSpace(cursor)
    const char = cursor.text[cursor.at]
    if (char === undefined || char === '}' || char === ']') {
      if (comma !== undefined && char === close) tellTrailingComma(cursor, comma)
      break
    }
    if (char === ',') {
      blame(cursor, cursor.at, cursor.at + 1, 'Nothing stands before this comma.', { fix: '' })
      cursor.at += 1
      continue
    }
    if (itemEnd !== undefined) {
      blame(cursor, itemEnd, itemEnd, 'A comma is missing here, between two entries.', { fix: ',' })
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
  cursor.awaited[close] -= 1
  stepOverClosing(cursor, open, close)
}

function tellTrailingComma(cursor: Cursor, comma: number): void {
  blame(cursor, comma, comma + 1, 'A comma may not stand after the last entry.', { fix: '' })
}

function stepOverClosing(cursor: Cursor, open: number, close: '}' | ']'): void {
  const { text, at } = cursor
  const bracket = text.charAt(open)
  const note = { start: open, end: open + 1, message: `"${bracket}" was opened here` }
  const char = text[at]
  if (char === close) {
    cursor.at += 1
  } else if (char === undefined) {
    const end = text.trimEnd().length
    blame(cursor, end, end, `The text ends before "${bracket}" was closed by "${close}".`, { note })
    // The brackets around this one are open too, which needs no telling.
    cursor.mistakes = Number.MAX_SAFE_INTEGER
  } else {
    // A bracket that closes something further out stays: only this one's was forgotten.
    const belongsOutside = cursor.awaited[close === '}' ? ']' : '}'] > 0
    if (!belongsOutside) cursor.at += 1
    const message = `Here stands "${char}", but "${bracket}" is closed by "${close}".`
    blame(cursor, at, at + 1, message, { note, fix: belongsOutside ? `${close}${char}` : close })
  }
}
