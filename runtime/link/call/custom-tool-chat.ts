// Serves a chat with custom tools at a provider that has functions only.
import { customToolChats, usesCustomTools } from '../../inbound/chat-custom-tools.ts'
import { convertChatReply } from '../../inbound/convert-chat-reply.ts'
import { createBody } from '../../values/body/body.ts'
import { encodeJson } from '../../values/body/splice.ts'
import type { Call, Reply } from '../../values/call.ts'
import { isFailure } from '../../values/failures.ts'

export interface CustomToolChat {
  readonly call: Call
  readonly toReply: (reply: Reply) => Reply
}

/** Without the first quotation mark, which JSON is full of. */
const CUSTOM = new TextEncoder().encode('custom"')

/** Undefined for chats without custom tools, most of which are not parsed for it. */
export function customToolChat(call: Call): CustomToolChat | undefined {
  if (Buffer.prototype.indexOf.call(call.body.bytes, CUSTOM) < 0) return undefined
  const request = call.body.json()
  if (isFailure(request) || !usesCustomTools(request)) return undefined
  const chat = customToolChats.request(request)
  if (isFailure(chat)) return undefined
  const context = { request, model: call.model ?? '', now: 0, identifier: '' }
  return {
    call: { ...call, body: createBody(encodeJson(chat.body)), readsReply: true },
    toReply: reply => convertChatReply(reply, customToolChats, context, call),
  }
}
