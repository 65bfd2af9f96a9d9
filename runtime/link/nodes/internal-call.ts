// Calls that the gateway makes itself while serving a request: an embedding for a cache, an LLM judge for a guard. They
// go to a stored provider like any call, with its credential, limits and translation, but not through a config.

import type { CallNode } from '../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { createBody } from '../../values/body/body.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { type Call, discard, isStream, NO_CALL_OPTIONS, NO_DRAW } from '../../values/call.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { LinkContext } from '../link-context.ts'
import { linkCall } from './call.ts'

export type InternalCall = (
  call: Call,
  body: JsonObject,
  milliseconds: number,
) => Promise<JsonObject | Failure>

/** Calls one endpoint of a stored provider (slug without the @), without streaming. `targetName` names the call in the log. */
export function linkInternalCall(
  slug: string,
  endpoint: Endpoint,
  targetName: string,
  parts: LinkContext,
): InternalCall {
  const node: CallNode = {
    kind: 'call',
    children: [],
    binding: { from: 'slug', slug },
    attempt: { retries: 0, onStatus: [], useRetryAfter: false },
    overrides: {},
    forward: [],
    strict: true,
  }
  const { route } = linkCall(node, targetName, parts, targetName)
  return async (call, body, milliseconds) => {
    const { model } = body
    const internal: Call = {
      method: 'POST',
      endpoint,
      path: `/${endpoint}`,
      pathname: `/v1/${endpoint}`,
      headers: ['content-type', 'application/json'],
      body: createBody(encodeJson(body)),
      stream: false,
      model: typeof model === 'string' ? model : undefined,
      slug: undefined,
      options: { ...NO_CALL_OPTIONS, requestTimeout: milliseconds },
      metadata: {},
      workspace: call.workspace,
      trace: call.trace,
      cancellation: call.cancellation,
      // Its attempts are logged with the others; its usage is not part of the reply's.
      record: { attempts: call.record.attempts },
    }
    const reply = await route(internal, NO_DRAW)
    if (reply.failure !== undefined) return reply.failure
    if (isStream(reply.body)) {
      discard(reply)
      return failure(
        'invalid_upstream_reply',
        'The provider sent a stream although a whole reply was requested.',
      )
    }
    const result = createBody(reply.body).json()
    if (reply.status > 299)
      return failure('upstream_unreachable', `The provider @${slug} replied with status ${reply.status}.`)
    return isFailure(result)
      ? failure('invalid_upstream_reply', `The reply of the provider @${slug} is not a JSON object.`)
      : result
  }
}
