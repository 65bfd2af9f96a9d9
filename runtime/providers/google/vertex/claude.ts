// Claude at Vertex AI: the messages of Anthropic's dialect, with the version in the body and the model in the address.
import type { JsonObject } from '../../../../compiler/source.ts'
import { type Failure, isFailure } from '../../../failures.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../adapter.ts'
import { convertReply } from '../../anthropic/convert-reply.ts'
import { convertRequest } from '../../anthropic/convert-request.ts'
import { mapStream } from '../../anthropic/map-stream.ts'
import { modelAddress } from './place.ts'

/** True for `claude-...`, with or without its publisher. */
export const isClaude = (model: string): boolean => /^(anthropic\/)?claude/.test(model)

export const claude: EndpointAdapter = { request: writeChat, reply: convertReply, stream: mapStream }

function writeChat(given: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const address = modelAddress('anthropic', context)
  if (isFailure(address)) return address
  const converted = convertRequest(given, context)
  if (isFailure(converted)) return converted
  const { model: _, ...message } = converted.body
  return {
    body: { anthropic_version: 'vertex-2023-10-16', ...message },
    dropped: converted.dropped,
    path: `${address.path}:${context.stream ? 'streamRawPredict' : 'rawPredict'}`,
  }
}
