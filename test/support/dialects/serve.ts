// A provider on a real socket that speaks one dialect as strictly as the real one: invalid requests are rejected
// with all errors in the message, and streams arrive in chunks unrelated to events.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { JsonObject } from '../../../compiler/source.ts'
import { asObject, parseJson } from '../../../runtime/providers/wire/json.ts'
import { type Provider, runProvider } from '../running-gateway.ts'
import { collectDemands, type Demands } from './demands.ts'
import { type Answer, answerTo, type Heard } from './model.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: JsonObject
  readonly bytes: Buffer
}

export interface Dialect {
  /** Parses a request for the model; validation errors are reported to the demands. */
  readonly hear: (asked: Asked, demands: Demands) => Heard
  readonly whole: (answer: Answer, heard: Heard) => JsonObject
  readonly events: (answer: Answer, heard: Heard) => readonly (string | Uint8Array)[]
  readonly streamType: string
  readonly error: (status: number, message: string) => JsonObject
}

/** The failure of a model by its name; any other succeeds. */
const FAILURES: Readonly<Record<string, number>> = { locked: 401, limited: 429, overloaded: 503 }

const send = (response: ServerResponse, status: number, body: JsonObject): void => {
  const wait = status === 429 ? { 'retry-after': '7' } : {}
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...wait })
  response.end(JSON.stringify(body))
}

function stream(
  response: ServerResponse,
  type: string,
  events: readonly (string | Uint8Array)[],
  model: string,
): void {
  response.writeHead(200, { 'content-type': type })
  const bytes = Buffer.concat(events.map(event => Buffer.from(event)))
  if (model.includes('dead')) {
    response.destroy()
    return
  }
  for (let at = 0; at < bytes.length; at += 61) response.write(bytes.subarray(at, at + 61))
  // A silent model withholds its last events, and keeps the connection open.
  if (!model.includes('silent')) response.end()
}

/** Additional routes of a provider; returns true when it handled the request. */
export type Besides = (asked: Asked, response: ServerResponse) => boolean

export function serveDialect(
  dialectAt: (path: string) => Dialect | undefined,
  besides: Besides = () => false,
): Promise<Provider> {
  return runProvider(({ method = '', url: path = '', headers }, response, bytes) => {
    const asked = { method, path, headers, bytes, body: asObject(parseJson(bytes.toString())) }
    if (besides(asked, response)) return
    const dialect = dialectAt(path)
    if (dialect === undefined)
      return send(response, 404, { error: { message: `No ${method} ${path} here.` } })
    const demands = collectDemands()
    const heard = dialect.hear(asked, demands)
    if (demands.faults.length > 0) return send(response, 400, dialect.error(400, demands.faults.join(' ')))
    const failed = Object.keys(FAILURES).find(name => heard.model.includes(name))
    const status = FAILURES[failed ?? '']
    if (status !== undefined) return send(response, status, dialect.error(status, `The model is ${failed}.`))
    if (heard.model.includes('dead') && !heard.stream) return void response.destroy()
    const answer = answerTo(heard)
    if (!heard.stream) return send(response, 200, dialect.whole(answer, heard))
    const events = dialect.events(answer, heard)
    stream(
      response,
      dialect.streamType,
      heard.model.includes('silent') ? events.slice(0, -3) : events,
      heard.model,
    )
  })
}
