// A provider on a real socket that speaks one dialect as strictly as the real one: what it would refuse is refused here,
// with all that is wrong in the message, and streams arrive in pieces that no event respects.
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
  /** The request as the model hears it; what is wrong with it goes to the demands. */
  readonly hear: (asked: Asked, demands: Demands) => Heard
  readonly whole: (answer: Answer, heard: Heard) => JsonObject
  readonly events: (answer: Answer, heard: Heard) => readonly (string | Uint8Array)[]
  readonly streamType: string
  readonly error: (status: number, message: string) => JsonObject
}

/** How a model fails, by its name; any other answers. */
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
  // One that falls silent keeps its last words, and the connection.
  if (!model.includes('silent')) response.end()
}

/** Other things that the provider serves; true when it did. */
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
