// Events that the gateway itself sends to clients of the Responses API over WebSocket, in the vendor's words. Sources:
// https://developers.openai.com/api/docs/guides/websocket-mode (read 2026-11-29), and `ResponsesServerEvent` of openai-node.
import { asObject, isObject, type Json, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'
import { statusOfFailure, toVendorError } from '../values/error-reply.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'

/** An event as JSON, with the lane that it is for. */
export const laneEvent = (event: JsonObject, lane: string): string =>
  JSON.stringify(lane === '' ? event : { ...event, stream_id: lane })

/** The same for the text of an event, which is an object with at least one member. */
export const withLane = (text: string, lane: string): string =>
  lane === '' ? text : `{"stream_id":${JSON.stringify(lane)},${text.slice(text.indexOf('{') + 1)}`

/** The event of an error: `code` is the vendor's where the gateway has another. */
export function failureEventOf(reason: Failure, lane: string, code?: string): string {
  const error = toVendorError(reason)
  return errorEvent({ ...error, code: code ?? error.code ?? null }, statusOfFailure(reason), lane)
}

/** A request continues a response that is not known. */
export const notFoundEvent = (id: string, lane: string): string =>
  failureEventOf(
    failure('invalid_request', `Previous response with id '${id}' not found.`, {
      param: 'previous_response_id',
    }),
    lane,
    'previous_response_not_found',
  )

export const errorEvent = (
  { message, type, param, code }: VendorError,
  status: number,
  lane: string,
  headers?: JsonObject,
): string =>
  laneEvent(
    {
      type: 'error',
      status,
      error: { type: type ?? null, code: code ?? null, message, param: param ?? null },
      ...(headers && { headers }),
    },
    lane,
  )

/** The error of a reply, as the vendor's connections send it. */
export function replyErrorEvent(body: string, status: number, headers: Headers, lane: string): string {
  const { error } = asObject(parseJson(body))
  const given = isObject(error) ? error : { message: body, type: null, param: null, code: null }
  return laneEvent({ type: 'error', status, error: given, headers: hintsOf(headers) }, lane)
}

/** Headers of a reply that its client acts on, which Codex reads in the event of an error. */
function hintsOf(headers: Headers): JsonObject {
  const hints: Record<string, Json> = {}
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase() ?? ''
    if (!name.startsWith('content-')) hints[name] = headers[index + 1] ?? ''
  }
  return hints
}

/** An error within a stream in the form of the connection: without a status, Codex waits for another event. */
export function streamErrorEvent(event: JsonObject, status: number, lane: string): string {
  const { error, code, message, param, sequence_number: number } = event
  const given = isObject(error) ? error : { type: 'server_error', code, message, param }
  const numbered = number === undefined ? {} : { sequence_number: number }
  return laneEvent({ type: 'error', status, error: given as JsonObject, ...numbered }, lane)
}

/** A response of which nothing is generated: its events. `now` is in milliseconds. */
export function warmUpEvents(request: JsonObject, id: string, now: number, lane: string): readonly string[] {
  const { model = null, instructions = null, tools = [], previous_response_id: previous = null } = request
  const response = (status: string, usage: Json): JsonObject => ({
    id,
    object: 'response',
    created_at: Math.floor(now / 1000),
    status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions,
    model,
    output: [],
    parallel_tool_calls: request['parallel_tool_calls'] ?? true,
    previous_response_id: previous,
    store: false,
    tool_choice: request['tool_choice'] ?? 'auto',
    tools,
    usage,
    metadata: request['metadata'] ?? {},
  })
  const none = {
    input_tokens: 0,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 0,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 0,
  }
  return [
    { type: 'response.created', sequence_number: 0, response: response('in_progress', null) },
    { type: 'response.in_progress', sequence_number: 1, response: response('in_progress', null) },
    { type: 'response.completed', sequence_number: 2, response: response('completed', none) },
  ].map(event => laneEvent(event, lane))
}

/** The number after that of the last event. */
export function numberAfter(event: string): number {
  const last = [...event.matchAll(/"sequence_number"\s*:\s*(\d{1,15})/g)].at(-1)?.[1]
  return last === undefined ? 0 : Number(last) + 1
}
