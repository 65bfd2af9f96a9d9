// A question that the gateway asks itself while it serves a call: an embedding for a cache, a verdict for a guard. It
// goes to a stored provider the way any call does, with its credential, limits and translation, but through no config.
import type { JsonObject } from '../../compiler/source.ts'
import type { CallNode } from '../../schemas/generated/types.ts'
import { createBody } from '../body/body.ts'
import { encodeJson } from '../body/splice.ts'
import { type Call, type CallOptions, discard, isStream, NONE } from '../call.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { Endpoint } from '../providers/adapter.ts'
import { linkCall } from './call.ts'
import type { Parts } from './parts.ts'

/** Nothing that the client asked of its own call holds for this one. */
const OPTIONS: CallOptions = {
  provider: undefined,
  virtualKey: undefined,
  customHost: undefined,
  config: undefined,
  metadata: undefined,
  requestTimeout: undefined,
  forwardHeaders: undefined,
  strict: true,
  forceRefresh: false,
  cacheNamespace: undefined,
  apiKey: undefined,
  authorization: undefined,
  settings: {},
}

export type InnerCall = (call: Call, body: JsonObject, milliseconds: number) => Promise<JsonObject | Failure>

/** Asks a stored provider, by its slug without the @, for whole replies of one endpoint. `at` names it in the log. */
export function linkInnerCall(slug: string, endpoint: Endpoint, at: string, parts: Parts): InnerCall {
  const node: CallNode = {
    kind: 'call',
    children: [],
    binding: { from: 'slug', slug },
    attempt: { tries: 0, on: [], useRetryAfter: false },
    overrides: {},
    forward: [],
    strict: true,
  }
  const { route } = linkCall(node, at, parts, at)
  return async (call, body, milliseconds) => {
    const { model } = body
    const inner: Call = {
      method: 'POST',
      endpoint,
      path: `/${endpoint}`,
      pathname: `/v1/${endpoint}`,
      headers: ['content-type', 'application/json'],
      body: createBody(encodeJson(body)),
      stream: false,
      model: typeof model === 'string' ? model : undefined,
      slug: undefined,
      options: { ...OPTIONS, requestTimeout: milliseconds },
      metadata: {},
      workspace: call.workspace,
      trace: call.trace,
      cancellation: call.cancellation,
      // Its tries stand in the log among the others; its usage is not that of the reply.
      record: { attempts: call.record.attempts },
    }
    const reply = await route(inner, NONE)
    if (reply.failure !== undefined) return reply.failure
    if (isStream(reply.body)) {
      discard(reply)
      return failure('invalid_upstream_reply', 'A stream came where a whole reply was asked for.')
    }
    const answer = createBody(reply.body).json()
    if (reply.status > 299)
      return failure('upstream_unreachable', `The provider @${slug} answered with status ${reply.status}.`)
    return isFailure(answer)
      ? failure('invalid_upstream_reply', `The reply of the provider @${slug} is not a JSON object.`)
      : answer
  }
}
