// The parts of a candidate as content blocks of a non-strict reply, and back from the history: adjacent parts of one
// kind form one block, so that a stream, whose parts are small, and a whole reply yield the same blocks. The blocks
// have the shapes of other providers' blocks; parts without an equivalent are wrapped in `google_part`.
import {
  asObject,
  asText,
  isObject,
  type JsonObject,
  parseJson,
  present,
} from '../../../schemas/values/json.ts'
import type { ToolCall } from '../../wire/chat.ts'

/** One delta of a block. */
export type BlockDelta =
  | { readonly text: string }
  | { readonly thought: string }
  | { readonly toolCall: ToolCall }
  | { readonly part: JsonObject }

/** The state of a candidate's blocks while its deltas come. */
export interface BlockAccumulator {
  /** Blocks so far. */
  count: number
  /** The kind of the last block, if it may continue. */
  open: 'text' | 'thought' | undefined
}

export const createBlockAccumulator = (): BlockAccumulator => ({ count: 0, open: undefined })

/** One `content_blocks` entry of a delta: a new block, or a continuation of the last one. */
export function feedBlock(piece: BlockDelta, accumulator: BlockAccumulator): JsonObject {
  const kind = 'text' in piece ? 'text' : 'thought' in piece ? 'thought' : undefined
  if (kind !== undefined && kind === accumulator.open)
    return {
      index: accumulator.count - 1,
      delta: 'text' in piece ? textDelta(piece.text) : thoughtDelta(piece),
    }
  accumulator.open = kind
  accumulator.count += 1
  return { index: accumulator.count - 1, content_block: completeBlock(piece) }
}

const textDelta = (text: string): JsonObject => ({ type: 'text_delta', text })
const thoughtDelta = (piece: BlockDelta): JsonObject => ({
  type: 'thinking_delta',
  thinking: 'thought' in piece ? piece.thought : '',
})

function completeBlock(piece: BlockDelta): JsonObject {
  if ('text' in piece) return { type: 'text', text: piece.text }
  if ('thought' in piece) return { type: 'thinking', thinking: piece.thought }
  if ('part' in piece) return blockOf(piece.part)
  const { id, name, arguments: written } = piece.toolCall
  return { type: 'tool_use', id, name, input: asObject(parseJson(written)) }
}

/** The blocks of a whole reply. */
export function completeBlocks(pieces: readonly BlockDelta[]): readonly JsonObject[] {
  const accumulator = createBlockAccumulator()
  const groups: BlockDelta[][] = []
  for (const piece of pieces) {
    if ('content_block' in feedBlock(piece, accumulator)) groups.push([])
    groups.at(-1)?.push(piece)
  }
  return groups.flatMap(([first, ...more]) =>
    first === undefined ? [] : [completeBlock(more.reduce(mergeDeltas, first))],
  )
}

function mergeDeltas(left: BlockDelta, right: BlockDelta): BlockDelta {
  if ('text' in left && 'text' in right) return { text: left.text + right.text }
  return 'thought' in left && 'thought' in right ? { thought: left.thought + right.thought } : left
}

/** The block of a part that is neither text, thought nor call. */
function blockOf(part: JsonObject): JsonObject {
  const { mimeType, data: bytes } = asObject(part['inlineData'])
  if (typeof bytes !== 'string' || !asText(mimeType)?.startsWith('image/'))
    return { type: 'google_part', part }
  return present({
    type: 'image',
    source: { type: 'base64', media_type: mimeType ?? null, data: bytes },
    thought_signature: part['thoughtSignature'],
  })
}

/** The native parts of a block of the history; thoughts do not go back, and calls are taken from `tool_calls`. */
export function toNativeParts(block: JsonObject): readonly JsonObject[] {
  const { type, text, source, part } = block
  if (type === 'text') return typeof text === 'string' && text !== '' ? [{ text }] : []
  if (type === 'google_part') return isObject(part) ? [part] : []
  const { media_type: mediaType, data: bytes } = asObject(source)
  if (type !== 'image' || typeof mediaType !== 'string' || typeof bytes !== 'string') return []
  return [
    present({
      inlineData: { mimeType: mediaType, data: bytes },
      thoughtSignature: asText(block['thought_signature']),
    }),
  ]
}
