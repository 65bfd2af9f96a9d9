// Anthropic's Messages API. What the conversion loses is documented in ../README.md.
import { asObject, type JsonObject, present } from '../../../schemas/values/json.ts'
import { vendorError } from '../../wire/error.ts'
import { extraFields, messagesErrorType } from '../../wire/messages-error.ts'
import type { InboundApi } from '../inbound-api.ts'
import { readCompleteOutput } from '../output/read-output.ts'
import { requestsCitations } from './citations.ts'
import { convertRequest } from './convert-request.ts'
import { encodeStream } from './encode-stream.ts'
import { completeMessage } from './message-object.ts'

export const messagesApi: InboundApi = {
  request: convertRequest,
  parameterName,
  reply: (chat, context) => {
    const separatesTexts = requestsCitations(context.request)
    return completeMessage(readCompleteOutput(chat, context.identifier, undefined, separatesTexts), context)
  },
  stream: encodeStream,
  error: errorMessage,
}

/** Fields of chats, and their names in Messages. */
const NAMES: Readonly<Record<string, string>> = {
  max_completion_tokens: 'max_tokens',
  'messages.image_url': 'messages.image',
  parallel_tool_calls: 'tool_choice.disable_parallel_tool_use',
  stop: 'stop_sequences',
  user: 'metadata.user_id',
}

/** The effort of a chat is the client's, or derived from the budget of its `thinking`. */
function parameterName(name: string, { output_config: config }: JsonObject): string {
  if (name === 'reasoning_effort')
    return asObject(config)['effort'] === undefined ? 'thinking' : 'output_config.effort'
  const renamed = NAMES[name]
  if (renamed !== undefined) return renamed
  return name
    .replace(/^response_format(\.json_schema)?/, 'output_config.format')
    .replace(/^tools\.parameters/, 'tools.input_schema')
}

/**
 * An error in the dialect's format. The type follows from the status; other fields of the vendor's error are
 * retained. `body` is the vendor-style body; fields besides `error`, such as the provider, are retained.
 */
function errorMessage(body: JsonObject, status: number): JsonObject {
  const { error, ...others } = body
  const known = vendorError(body, status)
  const { diagnostics } = asObject(error)
  return {
    ...others,
    type: 'error',
    error: {
      type: messagesErrorType(status),
      message: known.message,
      ...extraFields(known),
      ...present({ diagnostics }),
    },
  }
}
