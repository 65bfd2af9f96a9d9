// Circuit breaker (semantics, section 7): each attempt is admitted by the target's circuit and reports its result to
// it. A call without a breaker is not wrapped at all.
import type { Breaker } from '../../schemas/generated/types.ts'
import { type Call, isStream, type Reply, type Route } from '../call.ts'
import { failure } from '../failures.ts'
import { failureReply, JSON_HEADERS } from '../reply.ts'
import type { Admission, Circuit } from '../state/circuits.ts'
import { observe } from '../streams/observe.ts'
import { noteSkipped } from './linked.ts'
import { linkStatusSet } from './status-test.ts'

/** Always counted as failures: no usable reply arrived in time. */
const ALWAYS: ReadonlySet<string | undefined> = new Set(['upstream_unreachable', 'timeout'])

/** `defaultTimeout`: timeout of one attempt in milliseconds where the request does not set one. */
export function linkBreaker(
  { failures }: Breaker,
  circuitOf: (call: Call) => Circuit,
  at: string,
  ownLimit: number,
  ask: Route,
): Route {
  const fails = linkStatusSet(failures)
  const hasFailed = ({ status, failure: reason }: Reply): boolean =>
    fails(status) || ALWAYS.has(reason?.code) || reason?.cause === 'cut'

  /** A timeout that the client set shorter than the target's own is not counted as a failure of the target. */
  const wasImpatient = ({ options }: Call, { failure: reason }: Reply): boolean =>
    reason?.code === 'timeout' && options.requestTimeout !== undefined && options.requestTimeout < ownLimit

  const judged = (call: Call, circuit: Circuit, admission: Admission, reply: Reply): Reply => {
    const isOurs = reply.failure?.code === 'overloaded'
    if (call.cancellation.cancelled() || isOurs || wasImpatient(call, reply)) {
      circuit.release(admission)
      return reply
    }
    if (hasFailed(reply)) {
      circuit.fail(admission)
      return reply
    }
    circuit.succeed(admission)
    if (!isStream(reply.body)) return reply
    // A stream that breaks after it was committed is a failure of its own: its successful start was counted already.
    const watched = observe(reply.body, {
      chunk: () => {},
      end: well => {
        if (!well || call.record.broken !== undefined) circuit.fail('closed')
      },
    })
    return { ...reply, body: watched }
  }

  return async (call, draw) => {
    const circuit = circuitOf(call)
    const admitted = circuit.admit()
    const admission = typeof admitted === 'string' ? admitted : await admitted
    if (admission === 'open' && call.forced !== true) return refused(call, circuit, at)
    let reply: Reply
    try {
      reply = await ask(call, draw)
    } catch (bug) {
      circuit.release(admission)
      throw bug
    }
    return judged(call, circuit, admission, reply)
  }
}

function refused(call: Call, circuit: Circuit, at: string): Reply {
  const seconds = Math.max(1, Math.ceil(circuit.opensFor() / 1000))
  noteSkipped(call, at)
  const reply = failureReply(
    failure(
      'circuit_open',
      `The circuit of ${at} is open after repeated failures of its provider; it is tried again in ${seconds} s.`,
    ),
    at,
  )
  return { ...reply, headers: [...JSON_HEADERS, 'retry-after', String(seconds)] }
}
