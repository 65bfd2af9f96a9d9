// Finds the usage in a stream of the vendor's chunks that passes unchanged, wherever it is: at the end, at the
// beginning, or in every chunk. Blocks are searched natively; only a line with the usage of tokens is parsed.
import {
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../schemas/values/json.ts'
import {
  afterSpace,
  asciiText,
  COLON,
  OPEN_BRACE,
  parseObject,
  QUOTE,
  skipNested,
} from '../values/body/scan-json-fields.ts'
import { concatenate } from '../values/byte-stream.ts'
import { PartialUsage } from '../values/reported-usage.ts'
import { mergeUsage, withServiceTier } from '../wire/usage.ts'
import { lineEndFrom, lineStart } from './server-sent-events.ts'

export interface UsageSearch {
  /** Takes the next block of the stream. */
  readonly feed: (block: Uint8Array) => void
  /** Whether output was reported: usage before the first content covers only the input. */
  readonly hasOutput: () => boolean
  /** Reports what was found, at the end of the stream. */
  readonly report: () => void
}

/**
 * Every count of tokens has such a name. Most blocks of a stream have none, even if their usage is null, and need
 * no further search.
 */
const END_OF_COUNT = new TextEncoder().encode('kens"')
const END_OF_KEY = new TextEncoder().encode('usage"')
const DATA = 'data:'
const NOTHING = new Uint8Array(0)
/** An object that is not closed is remembered until the next block, up to this many bytes. */
const MAX_OPEN = 16_384

/**
 * `onPartial` is called once, with the first usage next to content. `onUsage` is called with the total at the end,
 * and earlier when a chunk without choices has reported output: a client may disconnect between that chunk and the
 * end. If a stream is abandoned before, its output is counted. `onChunk` gets the chunks that were parsed.
 */
export function createUsageSearch(
  onUsage: (usage: JsonObject) => void,
  onChunk?: (chunk: JsonObject) => void,
  onPartial?: (usage: PartialUsage) => void,
): UsageSearch {
  let total: JsonObject | undefined
  let open: Uint8Array = NOTHING

  const hasOutput = (): boolean => isPositive(total?.['completion_tokens'])
  const take = (usage: JsonObject, isLast: boolean): void => {
    if (total === undefined && !isLast) onPartial?.(new PartialUsage(() => total))
    total = mergeUsage(total, usage)
    if (isLast && hasOutput()) onUsage(total)
  }
  /** Takes the object at `at`; returns the offset at which the search continues, or -1 if the object is not closed. */
  const read = (block: Uint8Array, at: number): number => {
    const end = lineEndFrom(block, at)
    const chunk = chunkOf(block.subarray(lineStart(block, at), end))
    if (chunk !== undefined) {
      onChunk?.(chunk)
      const found = usageOf(chunk)
      const usage = found && withServiceTier(found, chunk['service_tier'])
      if (usage !== undefined) take(usage, asList(chunk['choices']).length === 0)
      return end
    }
    // JSON that is spread over several lines, or a long line that arrives in several blocks.
    const close = skipNested(block, at)
    const usage = close < 0 ? undefined : parseObject(Buffer.prototype.utf8Slice.call(block, at, close))
    if (usage !== undefined) take(usage, false)
    return close
  }
  return {
    feed: given => {
      if (open.length === 0 && Buffer.prototype.indexOf.call(given, END_OF_COUNT) < 0) return
      const block = open.length === 0 ? given : concatenate([open, given])
      open = NOTHING
      for (let at = nextObject(block, 0); at >= 0; ) {
        const end = read(block, at)
        if (end < 0 && block.length - at <= MAX_OPEN) open = block.subarray(keyBefore(block, at))
        at = end < 0 ? end : nextObject(block, end)
      }
    },
    hasOutput,
    report: () => {
      if (total !== undefined) onUsage(total)
    },
  }
}

const isPositive = (count: Json | undefined): boolean => typeof count === 'number' && count > 0

/** The offset of the next object under the key; -1 if there is none. */
function nextObject(block: Uint8Array, from: number): number {
  for (let at = find(block, from); at >= 0; at = find(block, at + 1)) {
    if (block[at - 1] !== QUOTE) continue
    const colon = afterSpace(block, at + END_OF_KEY.length)
    if (block[colon] !== COLON) continue
    const value = afterSpace(block, colon + 1)
    if (block[value] === OPEN_BRACE) return value
  }
  return -1
}

const find = (block: Uint8Array, from: number): number =>
  Buffer.prototype.indexOf.call(block, END_OF_KEY, from)

/** The offset of the key of the value at `at`. */
const keyBefore = (block: Uint8Array, at: number): number =>
  Buffer.prototype.lastIndexOf.call(block, END_OF_KEY, at) - 1

function chunkOf(line: Uint8Array): JsonObject | undefined {
  if (asciiText(line, 0, DATA.length) !== DATA) return undefined
  const value = parseJson(Buffer.prototype.utf8Slice.call(line, DATA.length, line.length))
  return isObject(value) ? value : undefined
}

/** The usage of a chunk; some providers report it within a choice or an extension. */
function usageOf(chunk: JsonObject): JsonObject | undefined {
  const { usage } = chunk
  if (isObject(usage)) return usage
  for (const value of Object.values(chunk))
    for (const part of isList(value) ? value : [value]) {
      const within = asObject(part)['usage']
      if (isObject(within)) return within
    }
  return undefined
}
