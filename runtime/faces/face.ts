// The contract of an inbound dialect: clients that speak another dialect than the vendor's chats reach providers that
// do not. Pure functions around a chat: the request is written as one, the chat's reply is told in the client's words.
// Where a provider speaks the dialect itself no face is worn: bytes pass as they are.
import type { JsonObject } from '../../compiler/source.ts'
import type { Failure } from '../failures.ts'
import type { VendorError } from '../providers/adapter.ts'
import type { ServerSentEvent } from '../streams/server-sent-events.ts'

export interface FaceContext {
  /** The client's request as it came: some dialects repeat it in their replies. */
  readonly request: JsonObject
  /** The model that the client asked for, without its slug. */
  readonly model: string
  /** Unix seconds. */
  readonly now: number
  /** Unique text for the identifiers of the reply, 32 hexadecimal digits. */
  readonly identifier: string
}

/** The same request as a chat in the vendor's schema. */
export interface ChatRequest {
  readonly body: JsonObject
  /** The parameters that a chat cannot say, sorted: for the header `x-gateway-dropped-params`. */
  readonly dropped: readonly string[]
}

/** Tells a streamed chat in the client's dialect. Total: no chunk throws. */
export interface FaceStream {
  /** The events that one chunk of the chat means. */
  readonly chunk: (chunk: JsonObject) => readonly FaceEvent[]
  /** The chat ended well. */
  readonly end: () => readonly FaceEvent[]
  /** The chat ended with an error; nothing comes after it. */
  readonly error: (error: VendorError) => readonly FaceEvent[]
}

export type FaceEvent = Pick<ServerSentEvent, 'data'> & { readonly event?: string }

export interface Face {
  /** The chat that the request means, or why it cannot be one. The argument is never changed. */
  readonly request: (body: JsonObject) => ChatRequest | Failure
  /** The whole reply, from a chat's reply that carries `content_blocks` beside the vendor's schema (not strict). */
  readonly reply: (chat: JsonObject, context: FaceContext) => JsonObject
  readonly stream: (context: FaceContext) => FaceStream
  /** The body of an error in the client's dialect; `body` is the vendor-style error body. */
  readonly error: (body: JsonObject, status: number) => JsonObject
}
