// The state of a stream.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext } from '../adapter.ts'
import type { BlockIndexes } from '../wire/stream-blocks.ts'
import { beginProgress, type Progress } from '../wire/stream-progress.ts'

export interface StreamedReply {
  readonly reply: Progress
  readonly blocks: BlockIndexes
  /** Buffered arguments that may turn out to be none, by call index. */
  readonly held: Map<Json | undefined, string>
}

export const beginStream = (context: AdapterContext): StreamedReply => ({
  reply: beginProgress(context, `chatcmpl-${context.identifier}`),
  blocks: new Map(),
  held: new Map(),
})

/** The block delta of a non-strict stream. */
export const kept = (
  { reply, blocks }: StreamedReply,
  piece: (indexes: BlockIndexes) => JsonObject,
): JsonObject => (reply.context.strict ? {} : { content_blocks: [piece(blocks)] })
