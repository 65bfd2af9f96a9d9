// Removes usage that the gateway requested and the client did not from a stream of the vendor's chunks (semantics,
// section 15). Blocks without the key pass unchanged; in the others only the chunks with it are scanned, and its bytes
// are cut out.
import {
  afterSpace,
  asciiText,
  CLOSE_BRACKET,
  COMMA,
  type JsonFields,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  scanFields,
} from '../values/body/scan-json-fields.ts'
import { concatenate } from '../values/byte-stream.ts'
import { afterLineEnd, lineEndFrom, lineStart } from './server-sent-events.ts'

const NAME = 'usage'
const encoder = new TextEncoder()
/** The native search stops at every first byte, and JSON is full of quotes: the preceding one is checked afterwards. */
const END_OF_KEY = encoder.encode(`${NAME}"`)
const KEY = encoder.encode(`"${NAME}"`)
const DATA = 'data:'

/**
 * A filter for the blocks of one stream, in order. Usage of a chunk whose JSON is spread over several lines or blocks
 * is not removed.
 */
export function createAddedUsageFilter(): (block: Uint8Array) => Uint8Array {
  /** The empty line after a removed event has not arrived yet. */
  let isAfterEvent = false

  return given => {
    const first = isAfterEvent ? afterLineEnd(given, 0) : 0
    isAfterEvent &&= given.length === 0
    const rest = first === 0 ? given : given.subarray(first)
    if (nextKey(rest, 0) < 0) return rest
    const block = withoutNulls(rest)
    const kept: Uint8Array[] = []
    let from = 0
    let key = nextKey(block, 0)
    while (key >= 0) {
      const start = lineStart(block, key)
      const end = lineEndFrom(block, key)
      const parts = withoutUsage(block.subarray(start, end))
      if (parts !== undefined) {
        kept.push(block.subarray(from, start), ...parts)
        from = parts.length === 0 ? afterLineEnd(block, end) : end
        isAfterEvent = parts.length === 0 && end === block.length
      }
      key = nextKey(block, end)
    }
    kept.push(block.subarray(from))
    return concatenate(kept)
  }
}

/**
 * If usage was requested, every chunk but the last has `"usage":null` near its end. It is a top-level field if only a
 * few scalar fields and one closing brace follow it on the line.
 */
const NULL_USAGE =
  /,"usage":null(?=(?:,"\w{1,64}":(?:"[^"\\\r\n]{0,256}"|null|true|false|[\d.]{1,24})){0,4}\}[\r\n])/g

/** All at once, natively: otherwise each chunk of a burst would be cut by itself. */
function withoutNulls(block: Uint8Array): Uint8Array {
  const text = asciiText(block, 0, block.length)
  const kept = text.replace(NULL_USAGE, '')
  return kept.length === text.length ? block : Buffer.from(kept, 'latin1')
}

/** The remaining parts of a line: none of a chunk that only has usage; undefined if it is unchanged. */
function withoutUsage(line: Uint8Array): readonly Uint8Array[] | undefined {
  if (asciiText(line, 0, DATA.length) !== DATA) return undefined
  const json = line.subarray(DATA.length)
  const fields = scanFields(json)
  const index = fields?.names.lastIndexOf(NAME) ?? -1
  if (fields === undefined || index < 0) return undefined
  const start = fields.spans[2 * index] ?? 0
  const end = fields.spans[2 * index + 1] ?? 0
  if (json[start] === OPEN_BRACE && !hasChoices(json, fields)) return []
  const key = Buffer.prototype.lastIndexOf.call(json, KEY, start)
  if (key < 0) return undefined
  // A member is removed with the comma after it, the last one with the comma before it.
  const next = afterSpace(json, end)
  if (json[next] === COMMA) return [line.subarray(0, DATA.length + key), json.subarray(next + 1)]
  const before = json.lastIndexOf(COMMA, key)
  return [line.subarray(0, DATA.length + (index > 0 && before >= 0 ? before : key)), json.subarray(end)]
}

function hasChoices(json: Uint8Array, { names, spans }: JsonFields): boolean {
  const index = names.lastIndexOf('choices')
  const start = spans[2 * index] ?? 0
  return index >= 0 && json[start] === OPEN_BRACKET && json[afterSpace(json, start + 1)] !== CLOSE_BRACKET
}

/** The offset within the next key of this name; -1 if there is none. */
function nextKey(block: Uint8Array, from: number): number {
  let at = Buffer.prototype.indexOf.call(block, END_OF_KEY, from)
  while (at > 0 && block[at - 1] !== QUOTE) at = Buffer.prototype.indexOf.call(block, END_OF_KEY, at + 1)
  return at
}
