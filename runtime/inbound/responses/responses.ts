// The vendor's Responses API. Its errors are those of chats. What the conversion loses is documented in ../README.md.
import type { InboundApi } from '../inbound-api.ts'
import { readCompleteOutput } from '../output/read-output.ts'
import { convertRequest } from './convert-request.ts'
import { encodeStream } from './encode-stream.ts'
import { offeredTools } from './offered-tools.ts'
import { completeResponse } from './response-object.ts'

/** Fields of chats, and their names in Responses. */
const NAMES: Readonly<Record<string, string>> = {
  max_completion_tokens: 'max_output_tokens',
  'messages.image_url': 'input.input_image',
  reasoning_effort: 'reasoning.effort',
  reasoning_summary: 'reasoning.summary',
  verbosity: 'text.verbosity',
}

export const responsesApi: InboundApi = {
  request: convertRequest,
  parameterName: name => NAMES[name] ?? name.replace(/^response_format(\.json_schema)?/, 'text.format'),
  reply: (chat, context) => {
    const { identifier, request } = context
    return completeResponse(readCompleteOutput(chat, identifier, offeredTools(request).called), context)
  },
  stream: encodeStream,
  error: body => body,
}
