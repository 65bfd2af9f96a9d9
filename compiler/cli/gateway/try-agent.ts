// Calls a gateway as a coding agent does: the models that its key may use, and one short call by the agent's API.
import { type GatewayModel, modelsOfList } from '../../../schemas/contracts/coding-agent.ts'
import type { CodingAgent } from '../../../schemas/generated/types.ts'
import { asObject, asText, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import type { GatewayAddress } from './gateway-address.ts'

export type SendRequest = typeof fetch

/** The gateway, and the key that agents send to it. */
export interface AgentGateway extends GatewayAddress {
  readonly key: string | undefined
  /** Whether it is the token of a person who signed in. */
  readonly isSignedIn: boolean
  readonly send: SendRequest
}

type Answer = { readonly status: number; readonly body: JsonObject } | { readonly fault: string }

async function request(
  { origin, base, key, send }: AgentGateway,
  path: string,
  body?: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  try {
    const reply = await send(path.startsWith('/v1beta') ? `${origin}${path}` : `${base}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      // A redirect would take the key to another origin.
      redirect: 'error',
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: asObject(parseJson(await reply.text())) }
  } catch {
    return { fault: `The gateway ${base} cannot be reached.` }
  }
}

/** The sentence of a refusal. */
function refusalOf({ status, body }: Exclude<Answer, { readonly fault: string }>): string {
  const message = asText(asObject(body['error'])['message']) ?? asText(body['message'])
  return message === undefined
    ? `The gateway replied with the status ${status}.`
    : `${message} (status ${status})`
}

/** The models that the key may use, in the order of the gateway's list. */
export async function listModels(
  gateway: AgentGateway,
): Promise<readonly GatewayModel[] | { readonly fault: string }> {
  const answer = await request(gateway, '/models')
  if ('fault' in answer) return answer
  if (answer.status !== 200) return { fault: refusalOf(answer) }
  return modelsOfList(answer.body)
}

const HELLO = 'Answer with one word: ready'
/** Enough for models that think before they answer. */
const MOST_TOKENS = 512

/** The path, body and headers of a short call by each API. */
const CALLS: Readonly<
  Record<
    CodingAgent['api'],
    (model: string) => readonly [path: string, body: JsonObject, headers?: Record<string, string>]
  >
> = {
  messages: model => [
    '/messages',
    { model, max_tokens: MOST_TOKENS, messages: [{ role: 'user', content: HELLO }] },
    { 'anthropic-version': '2023-06-01' },
  ],
  responses: model => ['/responses', { model, max_output_tokens: MOST_TOKENS, input: HELLO, store: false }],
  chat: model => [
    '/chat/completions',
    { model, max_completion_tokens: MOST_TOKENS, messages: [{ role: 'user', content: HELLO }] },
  ],
  gemini: model => [
    `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    {
      contents: [{ role: 'user', parts: [{ text: HELLO }] }],
      generationConfig: { maxOutputTokens: MOST_TOKENS },
    },
  ],
}

/** Calls a model as the agent does; a fault is the sentence of the refusal. */
export async function tryModel(
  gateway: AgentGateway,
  api: CodingAgent['api'],
  model: string,
): Promise<{ readonly fault: string } | undefined> {
  const answer = await request(gateway, ...CALLS[api](model))
  if ('fault' in answer) return answer
  return answer.status === 200 ? undefined : { fault: refusalOf(answer) }
}
