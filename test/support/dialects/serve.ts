// A provider on a real socket that speaks one dialect as strictly as the real one: invalid requests are rejected
// with all errors in the message, and streams arrive in chunks unrelated to events.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { type Provider, runProvider } from '../running-gateway.ts'
import { collectDemands, type Demands } from './demands.ts'
import { answerTo, type ModelAnswer, type ModelInput } from './scripted-model.ts'

export interface ProviderRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: JsonObject
  readonly bytes: Buffer
}

export interface Dialect {
  /** Parses a request for the model; validation errors are reported to the demands. */
  readonly parseRequest: (request: ProviderRequest, demands: Demands) => ModelInput
  readonly wholeReply: (answer: ModelAnswer, input: ModelInput) => JsonObject
  readonly events: (answer: ModelAnswer, input: ModelInput) => readonly (string | Uint8Array)[]
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
export type ExtraRoutes = (request: ProviderRequest, response: ServerResponse) => boolean

export function serveDialect(
  dialectAt: (path: string) => Dialect | undefined,
  extraRoutes: ExtraRoutes = () => false,
): Promise<Provider> {
  return runProvider(({ method = '', url: path = '', headers }, response, bytes) => {
    const request = { method, path, headers, bytes, body: asObject(parseJson(bytes.toString())) }
    if (extraRoutes(request, response)) return
    const dialect = dialectAt(path)
    if (dialect === undefined)
      return send(response, 404, { error: { message: `No ${method} ${path} here.` } })
    const demands = collectDemands()
    const input = dialect.parseRequest(request, demands)
    if (demands.faults.length > 0) return send(response, 400, dialect.error(400, demands.faults.join(' ')))
    const failed = Object.keys(FAILURES).find(name => input.model.includes(name))
    const status = FAILURES[failed ?? '']
    if (status !== undefined) return send(response, status, dialect.error(status, `The model is ${failed}.`))
    if (input.model.includes('dead') && !input.stream) return void response.destroy()
    const answer = answerTo(input)
    if (!input.stream) return send(response, 200, dialect.wholeReply(answer, input))
    const events = dialect.events(answer, input)
    stream(
      response,
      dialect.streamType,
      input.model.includes('silent') ? events.slice(0, -3) : events,
      input.model,
    )
  })
}
