// The contract of an inbound API: lets clients of another dialect than chat completions use providers that do not
// support it. Pure functions: the request is converted to a chat, the chat's reply to the client's dialect. If the
// provider supports the dialect natively, bytes pass through and this is not used.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'
import type { Failure } from '../values/failures.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'

export interface InboundContext {
  /** The client's original request: some dialects echo it in their replies. */
  readonly request: JsonObject
  /** The requested model, without the provider slug. */
  readonly model: string
  /** Unix seconds. */
  readonly now: number
  /** Unique id for the reply, 32 hexadecimal digits. */
  readonly identifier: string
}

/** The same request as a chat in the vendor's schema. */
export interface ChatRequest {
  readonly body: JsonObject
  /** The parameters that a chat does not support, sorted: for the header `x-gateway-dropped-params`. */
  readonly dropped: readonly string[]
}

/** Converts a streamed chat to the client's dialect. Total: no chunk throws. */
export interface InboundStream {
  /** The events for one chunk of the chat. */
  readonly chunk: (chunk: JsonObject) => readonly InboundEvent[]
  /** The chat ended normally. */
  readonly end: () => readonly InboundEvent[]
  /** The chat ended with an error; nothing comes after it. */
  readonly error: (error: VendorError) => readonly InboundEvent[]
}

export type InboundEvent = Pick<ServerSentEvent, 'data'> & { readonly event?: string }

export interface InboundApi {
  /**
   * The request as a chat, or the reason why it cannot be converted. Does not mutate its argument. `servesClaude`:
   * the provider supports features in a chat that only Claude has: the tools that it defines itself, and citations
   * of documents.
   */
  readonly request: (body: JsonObject, servesClaude?: boolean) => ChatRequest | Failure
  /** The client's name for a parameter of the chat, if it differs. */
  readonly parameterName: (name: string, request: JsonObject) => string
  /** The non-streamed reply, from a chat reply that has `content_blocks` besides the vendor's schema (not strict). */
  readonly reply: (chat: JsonObject, context: InboundContext) => JsonObject
  readonly stream: (context: InboundContext) => InboundStream
  /** The body of an error in the client's dialect; `body` is the vendor-style error body. */
  readonly error: (body: JsonObject, status: number) => JsonObject
}
