// Token counting for Messages at providers with their own dialect: the request as the chat to be counted, and the count
// in Anthropic's format.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asCount } from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { linkedMediaUrls } from '../../wire/linked-media.ts'
import type { ChatRequest } from '../inbound-api.ts'
import { convertRequest } from './convert-request.ts'

/** The chat in the provider's dialect. Counting needs no `max_tokens`, which Messages requires, and never streams. */
export function toCountRequest(
  body: JsonObject,
  context: AdapterContext,
  convert: (chat: JsonObject, context: AdapterContext) => ProviderBody | Failure,
): ProviderBody | Failure {
  const converted = chatOf(body)
  if (isFailure(converted)) return converted
  const { max_tokens: _, max_completion_tokens: __, ...chat } = converted.body
  const request = convert(chat, { ...context, stream: false })
  if (isFailure(request)) return request
  return { ...request, dropped: [...new Set([...converted.dropped, ...request.dropped])].sort() }
}

/** The media URLs in that chat, for providers that accept only inline bytes. */
export function countRequestLinks(body: JsonObject): readonly string[] {
  const converted = chatOf(body)
  return isFailure(converted) ? [] : linkedMediaUrls(converted.body)
}

const chatOf = (body: JsonObject): ChatRequest | Failure =>
  convertRequest({ ...body, max_tokens: 1, stream: false })

/** `count` is the provider's token count. */
export function fromCountReply(count: unknown): JsonObject | Failure {
  const tokens = asCount(count)
  return tokens === undefined
    ? failure('invalid_upstream_reply', 'The provider did not return a token count.', {
        cause: 'decode',
      })
    : { input_tokens: tokens }
}
