// Which messages of a client reach the library: well-formed ones, in the order that the protocol has. Every other request is answered
// here with an error, so that each request has exactly one reply; the library drops some and answers others with an exception.
import { isList, isObject, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { unexpectedParam } from './expected-params.ts'

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const INVALID_PARAMS = -32602
const NOT_INITIALIZED = -32002

/** `log`: a sentence about a notification that is ignored; most are ignored in silence. */
export type MessageAdmission =
  | { readonly pass: JsonObject }
  | { readonly reply: JsonObject }
  | { readonly log: string }
  | undefined

export interface Admissions {
  readonly receive: (text: string) => MessageAdmission
  /** A message of the server was written. */
  readonly sent: (message: JsonObject) => void
  /** How many requests have no reply yet. */
  readonly pending: () => number
}

type Phase = 'new' | 'running' | 'down'

/** The messages of one connection. */
export function admitMessages(): Admissions {
  let phase: Phase = 'new'
  /** The methods of requests without a reply. The library does not distinguish 1 and "1". */
  const pending = new Map<string, string>()

  const receiveRequest = (message: JsonObject, id: string | number, method: string): MessageAdmission => {
    const refuse = (code: number, sentence: string): MessageAdmission => ({
      reply: errorReply(id, code, sentence),
    })
    if (pending.has(String(id))) return refuse(INVALID_REQUEST, 'A request with this id has no reply yet.')
    // A client may give up before it begins.
    if (phase === 'new' && method !== 'initialize' && method !== 'shutdown')
      return refuse(NOT_INITIALIZED, 'The first request must be "initialize".')
    if (phase === 'running' && method === 'initialize')
      return refuse(INVALID_REQUEST, '"initialize" may be sent only once.')
    if (phase === 'down') return refuse(INVALID_REQUEST, 'After "shutdown" only "exit" may be sent.')
    const { params = null } = message
    if (params !== null && !isObject(params))
      return refuse(INVALID_PARAMS, 'The parameters must be an object.')
    const missing = unexpectedParam(method, params)
    if (missing !== undefined) return refuse(INVALID_PARAMS, `The request has no valid "${missing}".`)
    if (method === 'initialize') phase = 'running'
    if (method === 'shutdown') phase = 'down'
    pending.set(String(id), method)
    return { pass: withoutNull({ ...message, id }, method === 'shutdown' ? null : params) }
  }

  const receiveNotification = (message: JsonObject, method: string): MessageAdmission => {
    if (method === 'exit') return { pass: withoutNull(message, null) }
    if (phase !== 'running') return undefined
    const { params = null } = message
    const missing =
      params === null || isObject(params) ? unexpectedParam(method, params) : 'params of an object'
    if (missing !== undefined)
      return { log: `A notification was ignored: it has no valid "${missing}" (${nameOf(method)}).` }
    return { pass: withoutNull(message, params) }
  }

  return {
    receive: text => {
      const message = parse(text)
      if (message === undefined)
        return { reply: errorReply(null, PARSE_ERROR, 'The message is not valid JSON.') }
      if (isList(message))
        return {
          reply: errorReply(
            null,
            INVALID_REQUEST,
            'Send each message separately: batches are not supported.',
          ),
        }
      if (!isObject(message))
        return { reply: errorReply(null, INVALID_REQUEST, 'A message must be an object.') }
      const { id, method } = message
      if (typeof method === 'string' && id === undefined) return receiveNotification(message, method)
      if (!isId(id))
        return { reply: errorReply(null, INVALID_REQUEST, 'The "id" must be a string or an integer.') }
      if (typeof method === 'string') return receiveRequest(message, id, method)
      const isReply = message['result'] !== undefined || isObject(message['error'])
      return isReply
        ? { pass: message }
        : { reply: errorReply(id, INVALID_REQUEST, 'The request has no valid "method".') }
    },
    sent: ({ id, method, error }) => {
      if (method !== undefined || !isId(id)) return
      const answered = pending.get(String(id))
      pending.delete(String(id))
      if (answered === 'initialize' && error !== undefined) phase = 'new'
    },
    pending: () => pending.size,
  }
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const errorReply = (id: string | number | null, code: number, message: string): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/** Some clients write absent parameters as null, which the library passes on. */
function withoutNull({ params: _, ...message }: JsonObject, params: Json): JsonObject {
  return params === null ? message : { ...message, params }
}

const MAX_NAME = 64

/** A method as a word of a sentence: a client may send anything. */
const nameOf = (method: string): string =>
  /^[\w$/]+$/.test(method) ? method.slice(0, MAX_NAME) : 'an unknown method'
