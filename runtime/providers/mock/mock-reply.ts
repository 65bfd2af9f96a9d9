// A mock reply before it is sent: head, body chunks, delays and how it ends. All decisions are pure; only sending
// it involves time.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { VendorError } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import { vendorErrorBody } from '../../wire/error.ts'

export interface MockReply {
  readonly status: number
  readonly headers: Headers
  readonly chunks: readonly Uint8Array[]
  /** Milliseconds before the head. */
  readonly delayMs: number
  /** Milliseconds between chunks. */
  readonly intervalMs: number
  /** The error that truncates the body after its chunks; undefined when it is complete. */
  readonly truncation: Failure | undefined
}

/** The outcome of a request: a reply, a failure without one, or nothing ever. */
export type MockOutcome = MockReply | { readonly failure: Failure } | 'silence'

const encoder = new TextEncoder()
const immediate = { delayMs: 0, intervalMs: 0, truncation: undefined }

export const jsonReply = (status: number, body: JsonObject, more: Headers = []): MockReply =>
  textReply(status, JSON.stringify(body), more)

export function textReply(status: number, text: string, more: Headers = []): MockReply {
  const bytes = encoder.encode(text)
  const headers = ['content-type', 'application/json', 'content-length', String(bytes.length), ...more]
  return { ...immediate, status, headers, chunks: bytes.length === 0 ? [] : [bytes] }
}

export const errorReply = (status: number, error: VendorError, more: Headers = []): MockReply =>
  jsonReply(status, vendorErrorBody(error), more)

export const streamReply = (chunks: readonly Uint8Array[]): MockReply => ({
  ...immediate,
  status: 200,
  headers: ['content-type', 'text/event-stream; charset=utf-8'],
  chunks,
})
