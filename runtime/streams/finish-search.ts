// Finds out whether a stream of the vendor's chunks that passes unchanged finished a choice: without that it is not known to be whole,
// whatever it ends with. Blocks are searched natively, and nothing is parsed.
import { afterSpace, asciiText, COLON, QUOTE } from '../values/body/scan-json-fields.ts'
import { concatenate } from '../values/byte-stream.ts'

/** Called with each block, in order: true from the block on in which a choice is finished. */
export type FinishSearch = (block: Uint8Array) => boolean

/** The end of the key: quotation marks within a text are escaped. */
const END_OF_KEY = new TextEncoder().encode('_reason"')
const KEY = '"finish_reason"'
/** Bytes of the end of a block that does not end a line which are searched again with the next: the key, and spaces. */
const CARRIED = 32
const NOTHING = new Uint8Array(0)
const LF = 0x0a
const CR = 0x0d

export function createFinishSearch(): FinishSearch {
  let isFinished = false
  let carried = NOTHING
  return block => {
    if (isFinished || block.length === 0) return isFinished
    isFinished = finishes(carried.length === 0 ? block : concatenate([carried, block]))
    const last = block[block.length - 1]
    carried = last === LF || last === CR ? NOTHING : new Uint8Array(block.subarray(-CARRIED))
    return isFinished
  }
}

function finishes(bytes: Uint8Array): boolean {
  for (let at = find(bytes, 0); at >= 0; at = find(bytes, at + 1)) {
    const end = at + END_OF_KEY.length
    const colon = afterSpace(bytes, end)
    if (bytes[colon] !== COLON) continue
    const value = afterSpace(bytes, colon + 1)
    if (bytes[value] !== QUOTE || bytes[value + 1] === QUOTE || value + 1 >= bytes.length) continue
    if (asciiText(bytes, end - KEY.length, end) === KEY) return true
  }
  return false
}

const find = (bytes: Uint8Array, from: number): number =>
  Buffer.prototype.indexOf.call(bytes, END_OF_KEY, from)
