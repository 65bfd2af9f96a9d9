// The request of a case as the gateway receives it: what is not given is that of a short chat.
import type { Gateway, GivenRequest } from '../../schemas/generated/types.ts'
import { isObject, type JsonObject } from '../../schemas/values/json.ts'
import { needsKey } from '../gateway/authenticate.ts'
import type { RequestHead } from '../gateway/request.ts'

const MESSAGES = [{ role: 'user', content: 'Hello' }]

/** Bodies that every provider understands, by path. */
const DEFAULT_BODIES: Readonly<Record<string, JsonObject>> = {
  'chat/completions': { model: 'gpt-4o', messages: MESSAGES },
  completions: { model: 'gpt-3.5-turbo-instruct', prompt: 'Hello' },
  embeddings: { model: 'text-embedding-3-small', input: 'Hello' },
  responses: { model: 'gpt-4o', input: 'Hello' },
  messages: { model: 'claude-sonnet-4-5', max_tokens: 100, messages: MESSAGES },
}

/** The placeholder of an API key: its hash replaces that of the key in the simulated gateway. */
export const simulatedKey = (id: string): string => `ptl_simulated_${id}`

export interface ComposedRequest {
  readonly head: RequestHead
  readonly body: Uint8Array
}

/** `config` is the identifier of the config to send; undefined where the request names none. */
export function composeRequest(
  given: GivenRequest,
  config: string | undefined,
  gateway: Gateway,
): ComposedRequest {
  const { method = 'POST', path = 'chat/completions', metadata } = given
  const { headerPrefix: prefix } = gateway
  const sent = new Map(
    Object.entries(given.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && !sent.has(name)) sent.set(name, value)
  }
  const [route = ''] = path.replace(/^\/+/, '').split('?', 1)
  const body = bodyOf(given, method, route)
  if (body.length > 0) add('content-type', 'application/json')
  add(`${prefix}config`, config)
  add(`${prefix}metadata`, metadata === undefined ? undefined : JSON.stringify(metadata))
  const key = given.caller ?? (needsKey(gateway) ? gateway.apiKeys[0]?.id : undefined)
  add(`${prefix}api-key`, key === undefined ? undefined : simulatedKey(key))
  const rooted = `/${path.replace(/^\/+/, '')}`
  const head = { method, path: rooted, pathname: `/v1/${route}`, headers: [...sent].flat() }
  return { head, body: new TextEncoder().encode(body) }
}

function bodyOf({ body }: GivenRequest, method: string, route: string): string {
  if (typeof body === 'string') return body
  if (body === undefined && method === 'GET') return ''
  const defaults = DEFAULT_BODIES[route] ?? {}
  return JSON.stringify(body === undefined || isObject(body) ? { ...defaults, ...body } : body)
}
