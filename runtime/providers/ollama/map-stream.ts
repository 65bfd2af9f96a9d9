// Lines → chunks of a chat completion. Tool calls come complete; the line with `done` has the finish reason and the
// counts, and an error may come instead of any line.
import { asText, isObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../../values/adapter.ts'
import {
  type BlockIndexes,
  blockDeltaFields,
  blockEntry,
  textEntry,
  thinkingEntry,
} from '../../wire/block-fields.ts'
import { type ToolCall, toolCallStart } from '../../wire/chat.ts'
import { streamTruncatedError, vendorError } from '../../wire/error.ts'
import { callArguments } from '../../wire/history.ts'
import {
  createStreamState,
  deltaStep,
  failStream,
  finishStream,
  type StreamState,
  startReply,
  textStep,
} from '../../wire/stream-state.ts'
import { readMessage, readUsage } from './convert-reply.ts'

export function mapStream(context: AdapterContext): StreamMapper {
  const state = createStreamState(context, `chatcmpl-${context.identifier}`)
  const indexes: BlockIndexes = new Map()
  return {
    event: ({ data: line }) => {
      const body = state.ended ? undefined : parseJson(line)
      if (!isObject(body)) return []
      if ((body['error'] ?? null) !== null) return failStream(vendorError(body, 500), state)
      const pieces = convertLine(body, state, indexes)
      if (body['done'] !== true) return pieces
      // `done` by itself marks a whole reply; the reason was added later.
      return [...pieces, ...finishStream(state, asText(body['done_reason']) ?? 'stop', readUsage(body))]
    },
    end: () => (state.ended ? [] : failStream(streamTruncatedError, state)),
  }
}

function convertLine(body: JsonObject, state: StreamState, indexes: BlockIndexes): readonly StreamStep[] {
  const { context } = state
  if (!state.roleSent) state.head = { ...state.head, model: asText(body['model']) ?? state.head.model }
  const { text, thinking, calls } = readMessage(body['message'], context.identifier, state.callCount)
  if (context.strict && text !== '' && calls.length === 0) return textStep(JSON.stringify(text), state)
  const blocks = (pieces: readonly JsonObject[]): JsonObject =>
    context.strict || pieces.length === 0 ? {} : blockDeltaFields(pieces)
  const thinkingEntries = thinking === '' ? [] : [thinkingEntry('thinking', thinking, indexes)]
  const textEntries = text === '' ? [] : [textEntry('text', text, indexes)]
  const first = startReply(state)
  return [
    ...first,
    ...deltaStep(blocks(thinkingEntries), state),
    ...deltaStep({ ...(text === '' ? {} : { content: text }), ...blocks(textEntries) }, state),
    ...calls.flatMap(call => {
      const index = state.callCount
      state.callCount += 1
      const piece = blockEntry(`call ${index}`, useOf(call), {}, indexes)
      return deltaStep({ ...toolCallStart(index, call), ...blocks([piece]) }, state)
    }),
  ]
}

const useOf = ({ id, name, arguments: written }: ToolCall): JsonObject => ({
  type: 'tool_use',
  id,
  name,
  input: callArguments(written) ?? {},
})
