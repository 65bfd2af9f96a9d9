// The sound reply of the scripted provider, whole and streamed, as bytes of HTTP.
import type { Mode } from './scripted-provider.ts'

const PADDING = 'Words of an answer that is long enough to be cut in many positions. '
export const BODY = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: PADDING }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
})

const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

export const ROLE = event({ role: 'assistant', content: '' })
export const FIRST = event({ content: 'Words of ' })
export const SECOND = event({ content: 'an answer.' })
export const FINISH = event({}, 'stop')
export const DONE = 'data: [DONE]\n\n'
export const EVENTS = ROLE + FIRST + SECOND + FINISH + DONE

export const contentOf = (mode: Mode): string => (mode === 'whole' ? BODY : EVENTS)
export const typeOf = (mode: Mode): string =>
  `content-type: ${mode === 'whole' ? 'application/json' : 'text/event-stream'}`

/** A head: its status line without the version, and its header lines. */
export const head = (status: string, ...headers: readonly string[]): string =>
  `HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`
export const lengthOf = (body: string | Uint8Array): string => `content-length: ${Buffer.byteLength(body)}`
export const CHUNKED = 'transfer-encoding: chunked'
export const chunk = (body: string): string => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`
export const LAST_CHUNK = '0\r\n\r\n'

/** A reply with a length. */
export const reply = (body: string, type: string, status = '200 OK', ...headers: readonly string[]): string =>
  head(status, type, lengthOf(body), ...headers) + body

/** The head of the sound reply, of which the body is in chunks where it is a stream. */
export const soundHead = (mode: Mode, ...headers: readonly string[]): string =>
  head('200 OK', typeOf(mode), mode === 'whole' ? lengthOf(BODY) : CHUNKED, ...headers)

/** The chunks of the body of a stream, one for each event. */
export const PIECES: readonly string[] = [ROLE, FIRST, SECOND, FINISH, DONE].map(chunk)

export const sound = (mode: Mode): string =>
  soundHead(mode) + (mode === 'whole' ? BODY : PIECES.join('') + LAST_CHUNK)
