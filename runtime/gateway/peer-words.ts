// Failures in Portkey's words clients, where the manifest has `spelling: peer`: a property is named as they write it.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { Reply } from '../values/call.ts'
import { failureReply } from '../values/error-reply.ts'

const PEER_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(configFacts).flatMap(([name, { peer = [] }]) =>
    peer[0] === undefined ? [] : [[name, peer[0]]],
  ),
)

/** The reply of a failure, with the properties in it renamed. */
export function inPeerWords(reply: Reply): Reply {
  const { failure, target, provider } = reply
  if (failure === undefined) return reply
  const { param } = failure
  const message = failure.message.replace(/[a-z0-9]+(?:_[a-z0-9]+)+/g, name => PEER_WORDS.get(name) ?? name)
  const renamed = param === undefined ? undefined : (PEER_WORDS.get(param) ?? param)
  if (message === failure.message && renamed === param) return reply
  const {
    status,
    headers,
    body,
    failure: named,
  } = failureReply(
    { ...failure, message, ...(renamed !== undefined && { param: renamed }) },
    target,
    provider,
  )
  return { ...reply, status, headers, body, ...(named !== undefined && { failure: named }) }
}
