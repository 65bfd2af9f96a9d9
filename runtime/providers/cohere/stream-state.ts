// The state of a stream.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { blockDeltaFields } from '../../wire/block-fields.ts'
import type { BlockIndexes } from '../../wire/stream-blocks.ts'
import { createStreamState, type StreamState } from '../../wire/stream-state.ts'

export interface CohereStreamState {
  readonly reply: StreamState
  readonly blocks: BlockIndexes
  /** Buffered arguments that may turn out to be none, by call index. */
  readonly pendingArguments: Map<Json | undefined, string>
}

export const createCohereStreamState = (context: AdapterContext): CohereStreamState => ({
  reply: createStreamState(context, `chatcmpl-${context.identifier}`),
  blocks: new Map(),
  pendingArguments: new Map(),
})

/** The block delta of a non-strict stream. */
export const blockField = (
  { reply, blocks }: CohereStreamState,
  piece: (indexes: BlockIndexes) => JsonObject,
): JsonObject => (reply.context.strict ? {} : blockDeltaFields([piece(blocks)]))
