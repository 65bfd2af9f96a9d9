// Lines → chunks of a chat completion. Tool calls come complete; the line with `done` has the finish reason and the
// counts, and an error may come instead of any line.
import type { JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../adapter.ts'
import { type ToolCall, toolCallStart } from '../wire/chat.ts'
import { cutStream, vendorError } from '../wire/error.ts'
import { callArguments } from '../wire/history.ts'
import { asText, isObject, parseJson } from '../wire/json.ts'
import { type BlockIndexes, blockPiece, textPiece, thinkingPiece } from '../wire/stream-blocks.ts'
import { endReply, failReply } from '../wire/stream-ending.ts'
import { beginProgress, deltaStep, openReply, type Progress } from '../wire/stream-progress.ts'
import { readMessage, readUsage } from './read-message.ts'

export function mapStream(context: AdapterContext): StreamMapper {
  const progress = beginProgress(context, `chatcmpl-${context.identifier}`)
  const indexes: BlockIndexes = new Map()
  return {
    event: ({ data: line }) => {
      const body = progress.over ? undefined : parseJson(line)
      if (!isObject(body)) return []
      if ((body['error'] ?? null) !== null) return failReply(vendorError(body, 500), progress)
      const pieces = takePiece(body, progress, indexes)
      if (body['done'] !== true) return pieces
      return [...pieces, ...endReply(progress, asText(body['done_reason']), readUsage(body))]
    },
    end: () => (progress.over ? [] : failReply(cutStream, progress)),
  }
}

function takePiece(body: JsonObject, progress: Progress, indexes: BlockIndexes): readonly StreamStep[] {
  const { context } = progress
  if (!progress.opened)
    progress.head = { ...progress.head, model: asText(body['model']) ?? progress.head.model }
  const { text, thinking, calls } = readMessage(body['message'], context.identifier, progress.calls)
  const blocks = (pieces: readonly JsonObject[]): JsonObject =>
    context.strict || pieces.length === 0 ? {} : { content_blocks: pieces }
  const thought = thinking === '' ? [] : [thinkingPiece('thinking', thinking, indexes)]
  const said = text === '' ? [] : [textPiece('text', text, indexes)]
  const first = openReply(progress)
  return [
    ...first,
    ...deltaStep(blocks(thought), progress),
    ...deltaStep({ ...(text === '' ? {} : { content: text }), ...blocks(said) }, progress),
    ...calls.flatMap(call => {
      const index = progress.calls
      progress.calls += 1
      const piece = blockPiece(`call ${index}`, useOf(call), {}, indexes)
      return deltaStep({ ...toolCallStart(index, call), ...blocks([piece]) }, progress)
    }),
  ]
}

const useOf = ({ id, name, arguments: written }: ToolCall): JsonObject => ({
  type: 'tool_use',
  id,
  name,
  input: callArguments(written) ?? {},
})
