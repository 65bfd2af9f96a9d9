// Counting the tokens of an Anthropic messages request: Claude's unchanged, in the `invoke` body; those of other
// models as a Converse request. The action requires the model itself, not an inference profile.

import { toBase64 } from '../../../schemas/values/base64.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, present, writeJson } from '../../../schemas/values/json.ts'
import { countRequestLinks, fromCountReply, toCountRequest } from '../../inbound/messages/token-counting.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { ownHistory } from '../../wire/fit-history.ts'
import { convertRequest } from './convert-request.ts'
import { foundationModel, makerOf, modelPath, withoutProfile } from './model.ts'

export const countTokens: EndpointAdapter = {
  // The action counts for Claude only: docs.aws.amazon.com/bedrock/latest/userguide/count-tokens.html. An ARN may hide it.
  supportsModel: model => makerOf(model) === 'anthropic' || makerOf(model) === undefined,
  request: writeCount,
  mediaLinks: (body, context) => (isClaude(context) ? [] : countRequestLinks(body)),
  reply: body => fromCountReply(asObject(body)['inputTokens']),
}

const isClaude = (context: AdapterContext): boolean => makerOf(foundationModel(context)) === 'anthropic'

function writeCount(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const model = withoutProfile(context)
  const path = modelPath(context, 'count-tokens', report, model)
  const problem = failure()
  if (problem !== undefined) return problem
  if (isClaude(context))
    return { body: { input: { invokeModel: { body: claudeBody(body) } } }, dropped: [], path }
  const chat = toCountRequest(body, context, convertRequest)
  if (isFailure(chat)) return chat
  const { messages, system, toolConfig, additionalModelRequestFields } = chat.body
  const converse = present({ messages, system, toolConfig, additionalModelRequestFields })
  return { body: { input: { converse } }, dropped: chat.dropped, path }
}

/** The body requires a limit, which does not affect the count. */
function claudeBody({ model: _, stream: __, ...message }: JsonObject): string {
  const { fields } = ownHistory(name => message[name], { signs: true, thinksInRounds: false })
  const body = {
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 1,
    ...message,
    ...present({ ...fields }),
  }
  return toBase64(new TextEncoder().encode(writeJson(body)))
}
