// Token counting for Messages at providers with their own dialect: the request as the chat to be counted, and the count
// in Anthropic's format.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure, isFailure } from '../../failures.ts'
import type { AdapterContext, ProviderBody } from '../../providers/adapter.ts'
import { asCount } from '../../providers/wire/json.ts'
import { linkedAddresses } from '../../providers/wire/linked-media.ts'
import type { ChatRequest } from '../face.ts'
import { convertRequest } from './convert-request.ts'

/** The chat in the provider's dialect. Counting needs no `max_tokens`, which Messages requires, and never streams. */
export function countedChat(
  body: JsonObject,
  context: AdapterContext,
  write: (chat: JsonObject, context: AdapterContext) => ProviderBody | Failure,
): ProviderBody | Failure {
  const asked = chatOf(body)
  if (isFailure(asked)) return asked
  const { max_tokens: _, max_completion_tokens: __, ...chat } = asked.body
  const written = write(chat, { ...context, stream: false })
  if (isFailure(written)) return written
  return { ...written, dropped: [...new Set([...asked.dropped, ...written.dropped])].sort() }
}

/** The media URLs in that chat, for providers that accept only inline bytes. */
export function countedLinks(body: JsonObject): readonly string[] {
  const asked = chatOf(body)
  return isFailure(asked) ? [] : linkedAddresses(asked.body)
}

const chatOf = (body: JsonObject): ChatRequest | Failure =>
  convertRequest({ ...body, max_tokens: 1, stream: false })

/** `count` is the provider's token count. */
export function countReply(count: unknown): JsonObject | Failure {
  const tokens = asCount(count)
  return tokens === undefined
    ? failure('invalid_upstream_reply', 'The provider did not return a token count.', {
        cause: 'decode',
      })
    : { input_tokens: tokens }
}
