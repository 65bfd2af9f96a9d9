// Leaves a failing target alone (semantics, section 7): each try is admitted by the target's circuit and tells it how
// it went. A call without a breaker gets no wrapper at all.
import type { Breaker } from '../../schemas/generated/types.ts'
import { type Call, isStream, type Reply, type Route } from '../call.ts'
import { failure } from '../failures.ts'
import { failureReply, JSON_HEADERS } from '../reply.ts'
import type { Admission, Circuit } from '../state/circuits.ts'
import { observe } from '../streams/observe.ts'
import { noteSkipped } from './linked.ts'
import { linkStatusSet } from './status-test.ts'

/** What is always a failure: nothing that can be called a reply came in time. */
const ALWAYS: ReadonlySet<string | undefined> = new Set(['upstream_unreachable', 'timeout'])

/** `ownLimit`: milliseconds that a try may take where the request says nothing of it. */
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

  /** Whoever waits for a shorter time than the target is given says nothing about the target. */
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
    // What breaks off after the commitment is a failure of its own: the success of its beginning has been counted.
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
