// Circuit breaker (semantics, section 7): each attempt is admitted by the target's circuit and reports its result to
// it. A call without a breaker is not wrapped at all.
import type { Binding, Breaker } from '../../../schemas/generated/types.ts'
import type { Admission, Circuit, Circuits } from '../../state/circuits.ts'
import { tap } from '../../streams/tap.ts'
import { type Call, isStream, type Reply, type Route } from '../../values/call.ts'
import { failureReply, JSON_HEADERS } from '../../values/error-reply.ts'
import { failure, isFailure } from '../../values/failures.ts'
import type { FindTarget } from '../target/static-binding.ts'
import { recordSkipped } from './linked-node.ts'
import { linkStatusSet } from './status-set.ts'

/** Always counted as failures: no usable reply arrived in time. */
const ALWAYS: ReadonlySet<string | undefined> = new Set(['upstream_unreachable', 'timeout'])

/** `defaultTimeout`: timeout of one attempt in milliseconds where the request does not set one. */
export function linkBreaker(
  { failures }: Pick<Breaker, 'failures'>,
  circuitOf: (call: Call) => Circuit,
  target: string,
  defaultTimeout: number,
  send: Route,
): Route {
  const fails = linkStatusSet(failures)
  const hasFailed = ({ status, failure: reason }: Reply): boolean =>
    fails(status) || ALWAYS.has(reason?.code) || reason?.cause === 'cut'

  /** A timeout that the client set shorter than the target's own is not counted as a failure of the target. */
  const callerLimitExpired = ({ options }: Call, { failure: reason }: Reply): boolean =>
    reason?.code === 'timeout' &&
    options.requestTimeout !== undefined &&
    options.requestTimeout < defaultTimeout

  const record = (call: Call, circuit: Circuit, admission: Admission, reply: Reply): Reply => {
    const isOurs = reply.failure?.code === 'overloaded'
    if (call.cancellation.cancelled() || isOurs || callerLimitExpired(call, reply)) {
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
    let isOver = false
    let isCounted = false
    const countFailure = (): void => {
      if (!isCounted) circuit.fail('closed')
      isCounted = true
    }
    const end = (succeeded: boolean): void => {
      if (!isOver && (!succeeded || call.record.streamError !== undefined)) countFailure()
      isOver = true
    }
    const tapped = tap(reply.body, { chunk: () => {}, end })
    // A guard that reads an error event of the stream reads no further. A stream that is cancelled before it is read was given up.
    let isRead = false
    return {
      ...reply,
      onUnreadable: countFailure,
      body: {
        ...tapped,
        start: sink => {
          isRead = true
          tapped.start(sink)
        },
        cancel: () => {
          if (isRead) end(true)
          tapped.cancel()
        },
      },
    }
  }

  return async (call, draw) => {
    const circuit = circuitOf(call)
    const admitted = circuit.admit()
    const admission = typeof admitted === 'string' ? admitted : await admitted
    if (admission === 'open' && call.ignoreCircuits !== true) return rejection(call, circuit, target)
    let reply: Reply
    try {
      reply = await send(call, draw)
    } catch (bug) {
      circuit.release(admission)
      throw bug
    }
    return record(call, circuit, admission, reply)
  }
}

function rejection(call: Call, circuit: Circuit, target: string): Reply {
  const seconds = Math.max(1, Math.ceil(circuit.retryAfterMs() / 1000))
  recordSkipped(call, target)
  const reply = failureReply(
    failure(
      'circuit_open',
      `The circuit of ${target} is open after repeated failures of its provider; it is tried again in ${seconds} s.`,
    ),
    target,
  )
  return { ...reply, headers: [...JSON_HEADERS, 'retry-after', String(seconds)] }
}

// Finds the circuit of a call: one per target, by config and path. Where the request names the provider or host, each
// of these has its own circuit, so a dead host named by one client opens no other circuit.

/** `id` identifies the target of the config. */
export function linkCircuit(
  id: string,
  { from }: Binding,
  rule: Breaker,
  findTarget: FindTarget,
  { circuit }: Circuits,
): (call: Call) => Circuit {
  const ownCircuit = circuit(id, rule)
  return call => {
    const { customHost, settings } = call.options
    if (from !== 'request' && customHost === undefined && Object.keys(settings).length === 0)
      return ownCircuit
    const target = findTarget(call)
    return isFailure(target) ? ownCircuit : circuit(`${id} ${target.spec.id} ${target.origin}`, rule)
  }
}
