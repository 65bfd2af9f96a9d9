// Serves a call under the limits that concern it: it is admitted or refused, and what it used is settled when its reply ends.
import type { CallFacts } from '../limits/call-facts.ts'
import type { LimitedCall } from '../limits/limited-call.ts'
import { andThen } from '../values/awaitable.ts'
import { type Call, NO_DRAW, type Reply, type Route } from '../values/call.ts'
import type { LimitRefusal } from '../values/call-limits.ts'
import { failureReply } from '../values/error-reply.ts'
import { ANONYMOUS, type Caller } from './authenticate.ts'

/** What passes through has no endpoint: the name that checks have for it too. */
const PASSED_THROUGH = 'proxy'

/** `config` is the identifier of a saved config; `requested` the model as the client named it. */
export const callFacts = (
  { workspace, endpoint, metadata }: Call,
  { id }: Caller,
  requested: string | undefined,
  config: string | undefined,
): CallFacts => ({
  workspace,
  apiKey: id === ANONYMOUS.id ? undefined : id,
  model: requested,
  config,
  endpoint: endpoint ?? PASSED_THROUGH,
  metadata,
})

export async function serveLimited(limits: LimitedCall, call: Call, route: Route): Promise<Reply> {
  return await andThen(limits.begin(), refusal =>
    refusal === undefined ? serveAdmitted(limits, call, route) : refusalReply(refusal),
  )
}

async function serveAdmitted(limits: LimitedCall, call: Call, route: Route): Promise<Reply> {
  let reply: Reply
  try {
    reply = await route({ ...call, limits }, NO_DRAW)
  } catch (bug) {
    limits.abandon()
    throw bug
  }
  return limits.finish(reply)
}

function refusalReply({ failure, headers }: LimitRefusal): Reply {
  const reply = failureReply(failure)
  return { ...reply, headers: [...reply.headers, ...headers] }
}
