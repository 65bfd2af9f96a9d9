// Serves a request of another inbound API as a chat: the provider gets a chat, the client gets its own API's reply.
import type { JsonObject } from '../../compiler/source.ts'
import { createBody } from '../body/body.ts'
import { encodeJson } from '../body/splice.ts'
import type { Call, Reply } from '../call.ts'
import type { ChatRequest, Face } from '../faces/face.ts'
import { knowsFailedResults, withoutFailedMarks } from '../faces/failed-results.ts'
import { plainChat } from '../faces/plain-chat.ts'
import { knowsThinking, thinkingAsEffort } from '../faces/thinking-as-effort.ts'
import { wearFace } from '../faces/wear-face.ts'
import { isFailure } from '../failures.ts'
import type { Ports } from '../ports.ts'
import { failureReply } from '../reply.ts'
import type { Target } from './target.ts'

/** The provider that serves the chat. */
export interface Behind {
  readonly target: Target
  /** True where the chat is sent per the vendor's schema, without an adapter for more. */
  readonly plain: boolean
  /** The model that is requested. */
  readonly model: string
  readonly ask: (chat: Call) => Promise<Reply>
}

/** `target` names the target in replies that did not come from a provider. */
export async function throughFace(
  call: Call,
  face: Face,
  behind: Behind,
  { clock, identifier }: Pick<Ports, 'clock' | 'identifier'>,
  at: string,
): Promise<Reply> {
  const provider = behind.target.row.id
  const request = call.body.json()
  if (isFailure(request)) return failureReply(request, at, provider)
  const asked = face.request(request)
  if (isFailure(asked)) return failureReply(asked, at, provider)
  const chat = suited(asked.body, behind)
  const stream = call.stream ? { stream: true, stream_options: { include_usage: true } } : {}
  const reply = await behind.ask({
    ...call,
    endpoint: 'chat/completions',
    path: '/chat/completions',
    body: createBody(encodeJson({ ...chat.body, ...stream })),
    options: { ...call.options, strict: false },
    readsReply: true,
    unsaid: [...asked.dropped, ...chat.dropped],
  })
  const context = {
    request,
    model: call.model ?? '',
    now: Math.floor(clock.now() / 1000),
    identifier: identifier(),
  }
  return wearFace(reply, face, context, call.stream)
}

/** The chat with only the fields that the provider supports. */
function suited(body: JsonObject, { target, plain, model }: Behind): ChatRequest {
  if (plain) return plainChat(body)
  const { dialect } = target.row
  const chat = knowsThinking(dialect, model) ? { body, dropped: [] } : thinkingAsEffort(body)
  return knowsFailedResults(dialect) ? chat : withoutFailedMarks(chat)
}
