// The vendor's Responses API. Its errors are those of chats. What the conversion loses is documented in ../README.md.

import { type JsonObject, present } from '../../../schemas/values/json.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { customToolNames } from '../custom-tools.ts'
import type { ChatRequest, InboundApi } from '../inbound-api.ts'
import { readCompleteOutput } from '../output/read-output.ts'
import { convertInput } from './convert-input.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertTools } from './convert-tools.ts'
import { encodeStream } from './encode-stream.ts'
import { completeResponse } from './response-object.ts'

/** Fields of chats, and their names in Responses. */
const NAMES: Readonly<Record<string, string>> = {
  max_completion_tokens: 'max_output_tokens',
  'messages.image_url': 'input.input_image',
  reasoning_effort: 'reasoning.effort',
  verbosity: 'text.verbosity',
}

export const responsesApi: InboundApi = {
  request: convertRequest,
  parameterName: name => NAMES[name] ?? name.replace(/^response_format(\.json_schema)?/, 'text.format'),
  reply: (chat, context) => {
    const { identifier, request } = context
    return completeResponse(readCompleteOutput(chat, identifier, customToolNames(request)), context)
  },
  stream: encodeStream,
  error: body => body,
}

// The body of a Responses request → a chat. All errors are reported at once, each with its path.

export function convertRequest(body: JsonObject): ChatRequest | Failure {
  const { report, failure } = collectConversionErrors()
  const lost = new Set<string>()
  const messages = convertInput(body['instructions'], body['input'], report, lost)
  const tools = convertTools(body, report, lost)
  const { parameters, dropped } = convertParameters(body, report, undefined)
  const chat = present({
    model: body['model'],
    messages,
    ...tools,
    ...parameters,
    stream_options: body['stream'] === true ? { include_usage: true } : undefined,
  })
  return failure() ?? { body: chat, dropped: [...new Set([...dropped, ...lost])].sort() }
}
