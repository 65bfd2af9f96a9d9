// The parts of a candidate as content blocks of a non-strict reply: adjacent parts of one kind form one block, so
// that a stream, whose parts are small, and a whole reply yield the same blocks.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import type { ToolCall } from '../../wire/chat.ts'
import { blockOf } from './native-blocks.ts'

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
