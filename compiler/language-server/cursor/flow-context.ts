// The cursor inside brackets, in JSON and in the flow style of YAML; and what is known of a cursor in any style.
/** The word at the cursor, and what it is. */
export interface CursorContext {
  /**
   * `key`: the name of a property of the object at the path; `value`: the value at the path; `item`: an item of a list, which
   * may be the first property of an object; `text`: inside of a block of text.
   */
  readonly part: 'key' | 'value' | 'item' | 'text'
  readonly path: readonly string[]
  /** The word before the cursor, without the quote that opens it. */
  readonly typed: string
  /** The offset of the word. */
  readonly start: number
  readonly quote: '"' | "'" | ''
  /** The names in the same object before the cursor. */
  readonly siblings: readonly string[]
}

interface Frame {
  readonly isObject: boolean
  readonly keys: string[]
  /** The name whose value follows; undefined before the colon. */
  key: string | undefined
  index: number
}

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly quote: '"' | "'" | ''
  readonly isOpen: boolean
}

const PLAIN_END = /[,[\]{}\r\n]|:(?=[\s,[\]{}]|$)|\s#/g

/** The end of a quoted word, or undefined where it is not closed before the limit. */
function closingQuote(text: string, start: number, limit: number): number | undefined {
  const quote = text[start]
  for (let at = start + 1; at < limit; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1
    else if (text[at] === quote) {
      if (quote === "'" && text[at + 1] === "'" && at + 1 < limit) at += 1
      else return at
    }
  }
  return undefined
}

function readWord(text: string, start: number, limit: number): Word {
  const first = text[start]
  if (first === '"' || first === "'") {
    const end = closingQuote(text, start, limit)
    const word = text.slice(start + 1, end ?? limit)
    return { text: word, start: start + 1, end: end ?? limit, quote: first, isOpen: end === undefined }
  }
  PLAIN_END.lastIndex = start
  const found = PLAIN_END.exec(text)
  const end = Math.max(start + 1, found?.index ?? limit)
  return { text: text.slice(start, end).trimEnd(), start, end, quote: '', isOpen: end >= limit }
}

/** The context at `limit`, or the offset behind the closing bracket of the one at `start`. */
export function flowContext(
  whole: string,
  start: number,
  limit: number,
): CursorContext | { readonly closed: number } {
  const text = whole.slice(0, limit)
  const frames: Frame[] = []
  let word: Word | undefined
  let at = start
  while (at < limit) {
    const character = text[at] ?? ''
    const top = frames.at(-1)
    if (character === '{' || character === '[') {
      frames.push({ isObject: character === '{', keys: [], key: undefined, index: 0 })
      word = undefined
      at += 1
    } else if (character === '}' || character === ']') {
      frames.pop()
      if (frames.length === 0) return { closed: at + 1 }
      word = undefined
      at += 1
    } else if (character === ',' && top !== undefined) {
      top.index += 1
      top.key = undefined
      word = undefined
      at += 1
    } else if (character === ':' && top?.isObject === true && top.key === undefined) {
      top.key = word?.text ?? ''
      top.keys.push(top.key)
      word = undefined
      at += 1
    } else if (character === '#' && /\s/.test(text[at - 1] ?? ' ')) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? limit : end
    } else if (/\s/.test(character)) at += 1
    else {
      word = readWord(text, at, limit)
      at = word.quote === '' ? word.end : word.end + 1
    }
  }
  return contextOf(frames, word?.isOpen === true ? word : undefined, limit)
}

function contextOf(frames: readonly Frame[], word: Word | undefined, limit: number): CursorContext {
  const top = frames.at(-1)
  const tokens = frames.map(frame => (frame.isObject ? (frame.key ?? '') : String(frame.index)))
  const isKey = top?.isObject === true && top.key === undefined
  return {
    part: isKey ? 'key' : top?.isObject === true ? 'value' : 'item',
    path: isKey ? tokens.slice(0, -1) : tokens,
    typed: word?.text ?? '',
    start: word?.start ?? limit,
    quote: word?.quote ?? '',
    siblings: isKey ? top.keys : [],
  }
}
