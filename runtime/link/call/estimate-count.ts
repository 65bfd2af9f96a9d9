// The count of the tokens of a messages request at a provider that counts none: an estimate, named as such in a header.
// Loaded with the first such request.
import { estimateInputTokens } from '../../inbound/messages/estimate-tokens.ts'
import { encodeJson } from '../../values/body/splice.ts'
import type { Call, Reply } from '../../values/call.ts'
import { failureReply, JSON_HEADERS } from '../../values/error-reply.ts'
import { failure, isFailure } from '../../values/failures.ts'
import type { Target } from '../target/target.ts'
import { familyFactsOf } from './request-body.ts'

/** `prefix` is that of the gateway's headers. */
export function estimateCount(
  { body }: Call,
  target: Target,
  model: string,
  targetName: string,
  prefix: string,
): Reply {
  const provider = target.spec.id
  const request = body.json()
  if (isFailure(request)) return failureReply(request, targetName, provider)
  if (!Array.isArray(request['messages']))
    return failureReply(
      failure('invalid_request', 'messages must be a list.', { param: 'messages' }),
      targetName,
      provider,
    )
  const tokens = estimateInputTokens(request, familyFactsOf(target, model)?.template)
  return {
    status: 200,
    headers: [...JSON_HEADERS, `${prefix}token-count`, 'estimate'],
    body: encodeJson({ input_tokens: tokens }),
    target: targetName,
    provider,
    retries: 0,
    cache: undefined,
  }
}
