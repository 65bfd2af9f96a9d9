// Serves a request of another inbound API as a chat: the provider gets a chat, the client gets its own API's reply.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { convertChatReply } from '../../inbound/convert-chat-reply.ts'
import type { ChatRequest, InboundApi } from '../../inbound/inbound-api.ts'
import {
  budgetToEffort,
  stripIsError,
  supportsIsError,
  supportsThinkingBudget,
  toVendorChat,
} from '../../inbound/vendor-chat.ts'
import { createBody } from '../../values/body/body.ts'
import { encodeJson } from '../../values/body/splice.ts'
import type { Call, Reply } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import { isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { NativeEndpoint, Target } from '../target/target.ts'
import { STREAM_OPTIONS } from './request-body.ts'

/** The provider that serves the chat. */
export interface ChatBackend {
  readonly target: Target
  /** True if the chat is sent per the vendor's schema, without an adapter for more. */
  readonly plain: boolean
  /** The model that is requested. */
  readonly model: string
  /** Sends it, to another endpoint of the provider if there is one. */
  readonly send: (chat: Call, instead: NativeEndpoint | undefined) => Promise<Reply>
  /** Another endpoint that a chat needs, which takes it with its extensions. */
  readonly insteadOf: ((chat: JsonObject) => NativeEndpoint | undefined) | undefined
}

/** `target` names the target in replies that did not come from a provider. */
export async function serveViaChat(
  call: Call,
  inboundApi: InboundApi,
  backend: ChatBackend,
  { clock, randomId }: Pick<Ports, 'clock' | 'randomId'>,
  target: string,
): Promise<Reply> {
  const provider = backend.target.spec.id
  const request = call.body.json()
  if (isFailure(request)) return failureReply(request, target, provider)
  const chatCall = inboundApi.request(request, servesClaude(backend))
  if (isFailure(chatCall)) return failureReply(chatCall, target, provider)
  const instead = backend.insteadOf?.(chatCall.body)
  const chat =
    instead === undefined ? adaptedBody(chatCall.body, backend) : { body: chatCall.body, dropped: [] }
  const stream = call.stream ? { stream: true, stream_options: { include_usage: true } } : {}
  const chatOf: Call = {
    ...call,
    endpoint: 'chat/completions',
    path: '/chat/completions',
    body: createBody(encodeJson({ ...chat.body, ...stream })),
    options: { ...call.options, strict: false },
    readsReply: true,
    droppedParameters: [
      ...chatCall.dropped,
      ...chat.dropped,
      ...idleOptions(request, call, chatCall.dropped),
    ],
  }
  const reply = await backend.send(chatOf, instead)
  const context = {
    request,
    model: call.model ?? '',
    now: Math.floor(clock.now() / 1000),
    identifier: randomId(),
  }
  const dropped = reply.dropped?.map(name => inboundApi.parameterName(name, request))
  const named = dropped === undefined ? reply : { ...reply, dropped }
  return convertChatReply(named, inboundApi, context, call)
}

/** Options of a stream that is not requested. */
const idleOptions = (
  { [STREAM_OPTIONS]: options = null }: JsonObject,
  { stream }: Call,
  named: readonly string[],
): readonly string[] => (stream || options === null || named.includes(STREAM_OPTIONS) ? [] : [STREAM_OPTIONS])

/** At the first cloud, messages for Claude are served as chats. */
const servesClaude = ({ target: { spec, settings }, model }: ChatBackend): boolean =>
  spec.dialect === 'cloud1' && /claude/i.test(`${model} ${settings['cloud1_base_model'] ?? ''}`)

/** The chat with only the fields that the provider supports. */
function adaptedBody(body: JsonObject, { target, plain, model }: ChatBackend): ChatRequest {
  if (plain) return toVendorChat(body, target.spec)
  const { dialect } = target.spec
  const chat = supportsThinkingBudget(dialect, model) ? { body, dropped: [] } : budgetToEffort(body)
  return supportsIsError(dialect) ? chat : stripIsError(chat)
}
