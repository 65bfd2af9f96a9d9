// Counting the tokens of messages at a provider that counts in a dialect of its own: the request as the chat whose
// tokens are counted, and the count in Anthropic's words.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure, isFailure } from '../../failures.ts'
import type { AdapterContext, ProviderBody } from '../../providers/adapter.ts'
import { asCount } from '../../providers/wire/json.ts'
import { linkedAddresses } from '../../providers/wire/linked-media.ts'
import type { ChatRequest } from '../face.ts'
import { convertRequest } from './convert-request.ts'

/** The chat as the provider's dialect writes it. A count needs no limit, which messages demand, and is never a stream. */
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

/** The addresses in that chat, for providers that count bytes alone. */
export function countedLinks(body: JsonObject): readonly string[] {
  const asked = chatOf(body)
  return isFailure(asked) ? [] : linkedAddresses(asked.body)
}

const chatOf = (body: JsonObject): ChatRequest | Failure =>
  convertRequest({ ...body, max_tokens: 1, stream: false })

/** `count` is the provider's number, wherever it told it. */
export function countReply(count: unknown): JsonObject | Failure {
  const tokens = asCount(count)
  return tokens === undefined
    ? failure('invalid_upstream_reply', 'The provider answered without a count of tokens.', {
        cause: 'decode',
      })
    : { input_tokens: tokens }
}
