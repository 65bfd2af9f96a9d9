// What --update records of a trace: all that a change of a config could change for a client or a provider, and nothing that
// differs from run to run.
import type { Trace } from '../../../runtime/simulation/trace.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { present } from '../../../schemas/values/json.ts'
import { formatTracedCall } from './format-calls.ts'

/** Headers of the gateway that say nothing about the behavior of the config. */
const UNRECORDED = new Set(['trace-id', 'plan'])

export function recordingOf({ calls, waits, reply, time }: Trace, headerPrefix: string): JsonObject {
  const headers = Object.entries(reply.headers).filter(
    ([name]) => name.startsWith(headerPrefix) && !UNRECORDED.has(name.slice(headerPrefix.length)),
  )
  return present({
    calls: calls.map(formatTracedCall),
    waits: waits.length === 0 ? undefined : waits,
    status: reply.status,
    headers: Object.fromEntries(headers),
    content: reply.content,
    complete: reply.complete ? undefined : false,
    time,
  })
}
