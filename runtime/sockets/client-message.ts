// The messages of clients of the Responses API over WebSocket. A `response.create` is the body of a POST without `stream`, with what only
// the connection knows beside it. Source: https://developers.openai.com/api/docs/guides/websocket-mode (read 2026-11-29), and
// `ResponsesClientEvent` of https://github.com/openai/openai-node.
import { asText } from '../../schemas/values/json.ts'
import { type Body, createClientBody } from '../values/body/body.ts'
import { SCAN_STEP, scanLarge } from '../values/body/scan-in-turns.ts'
import { encodeJson, type FieldReplacement, spliceFields } from '../values/body/splice.ts'
import { concatenate } from '../values/byte-stream.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'

/** A request for a response. */
export interface CreateMessage {
  /** The stream that it is for; empty for the one without a name. */
  readonly lane: string
  readonly body: Body
  /** The response that it continues. */
  readonly previous: string | undefined
  /** False: only the connection remembers the response. */
  readonly isStored: boolean
  /** False: nothing is generated, the response is one to continue from. */
  readonly generates: boolean
}

export type ClientMessage =
  | ({ readonly type: 'create' } & CreateMessage)
  | { readonly type: 'steer'; readonly body: Body }
  | { readonly type: 'cancel'; readonly response: string | undefined }
  | { readonly type: 'ignored' }

/** Why a message is refused, with the vendor's code where it has one. */
export interface MessageRefusal {
  readonly refused: Failure
  readonly code?: string
  readonly lane?: string
}

const STREAM_ID = /^[A-Za-z0-9_.-]{1,256}$/
const STREAM_ID_RULE =
  "The 'stream_id' field must be a non-empty string with at most 256 characters and may only contain letters, numbers, underscores, hyphens, and periods."

/** `maxValues` is the limit for bodies that must be parsed. */
export async function readClientMessage(
  bytes: Uint8Array,
  maxValues: number,
  { nextTurn }: Pick<Ports, 'nextTurn'>,
): Promise<ClientMessage | MessageRefusal> {
  const scanned = bytes.length > SCAN_STEP ? await scanLarge(bytes, nextTurn) : undefined
  const body = createClientBody(bytes, maxValues, scanned)
  if (isFailure(body)) return { refused: body }
  const type = body.field('type')
  switch (type) {
    case 'response.create':
      return readCreate(body)
    case 'response.steer':
      return { type: 'steer', body }
    case 'response.cancel':
      return { type: 'cancel', response: asText(body.field('response_id')) }
    // Codex acknowledges responses to its own service (codex-rs/codex-api/src/endpoint/responses_websocket.rs).
    case 'response.processed':
      return { type: 'ignored' }
    default:
      return {
        refused: failure(
          'invalid_request',
          'The type of the message is not supported: it must be response.create, response.steer or response.cancel.',
          { param: 'type' },
        ),
      }
  }
}

function readCreate(body: Body): ClientMessage | MessageRefusal {
  const named = body.field('stream_id')
  if (named !== undefined && (typeof named !== 'string' || !STREAM_ID.test(named)))
    return {
      refused: failure('invalid_request', STREAM_ID_RULE, { param: 'stream_id' }),
      code: 'invalid_stream_id',
    }
  const lane = named ?? ''
  if (body.field('background') === true)
    return {
      refused: failure('invalid_request', 'Background responses are not supported over WebSocket.', {
        param: 'background',
      }),
      lane,
    }
  return {
    type: 'create',
    lane,
    body,
    previous: asText(body.field('previous_response_id')),
    isStored: body.field('store') !== false,
    generates: body.field('generate') !== false,
  }
}

const TRUE = encodeJson(true)
/** What is of the connection, and not of the request. */
const ENVELOPE: readonly FieldReplacement[] = [
  ...['type', 'stream_id', 'generate', 'background'].map(name => ({ name, value: undefined })),
  { name: 'stream', value: TRUE },
]

/** A warm-up is another request than one that generates a response, as for a cache. */
const envelopeOf = ({ generates }: Pick<CreateMessage, 'generates'>): readonly FieldReplacement[] =>
  generates ? ENVELOPE : ENVELOPE.filter(({ name }) => name !== 'generate')

/** The body of the request; `items`: the input is these instead, as the elements of a list, and `previous` the response before them. */
export function requestBody(
  { body, generates }: Pick<CreateMessage, 'body' | 'generates'>,
  items?: Uint8Array,
  previous?: string,
): Uint8Array {
  const fields = body.fields()
  if (isFailure(fields)) throw new Error('A message that is not an object was accepted.')
  const envelope = envelopeOf({ generates })
  if (items === undefined) return spliceFields(body.bytes, fields, envelope)
  return spliceFields(body.bytes, fields, [
    ...envelope,
    {
      name: 'previous_response_id',
      value: previous === undefined ? undefined : encodeJson(previous),
    },
    { name: 'input', value: concatenate([OPEN, items, CLOSE]) },
  ])
}

const encoder = new TextEncoder()
const OPEN = encoder.encode('[')
const CLOSE = encoder.encode(']')
const COMMA = encoder.encode(',')
const MESSAGE = encoder.encode('{"type":"message","role":"user","content":')
const MESSAGE_END = encoder.encode('}')
const BRACKET = 0x5b
const QUOTE = 0x22
const NOTHING = new Uint8Array(0)
/** Space, tab, line feed, carriage return. */
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/** The elements of the input of a message, as JSON; undefined for an input that is neither a string nor a list. */
export function inputItems(body: Body): Uint8Array | undefined {
  const fields = body.fields()
  const index = isFailure(fields) ? -1 : fields.names.indexOf('input')
  if (isFailure(fields) || index < 0) return NOTHING
  const value = body.bytes.subarray(fields.spans[2 * index], fields.spans[2 * index + 1])
  if (value[0] === QUOTE) return concatenate([MESSAGE, value, MESSAGE_END])
  if (value[0] !== BRACKET) return undefined
  let start = 1
  let end = value.length - 1
  while (start < end && isSpace(value[start])) start += 1
  while (end > start && isSpace(value[end - 1])) end -= 1
  return value.subarray(start, end)
}

/** The elements of several lists in one. */
export const joinItems = (lists: readonly Uint8Array[]): Uint8Array =>
  concatenate(
    lists.filter(list => list.length > 0).flatMap((list, index) => (index === 0 ? [list] : [COMMA, list])),
  )

/** The elements of a list of values. */
export const inputItemsOf = (values: readonly unknown[]): Uint8Array =>
  encoder.encode(JSON.stringify(values).slice(1, -1))
