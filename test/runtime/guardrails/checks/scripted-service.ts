// A scripted service: replies in order and records the requests.

import { parseJsonBytes } from '../../../../runtime/guardrails/body-texts/strict-json.ts'
import type { CheckPorts, ServiceReply, ServiceRequest } from '../../../../runtime/guardrails/check.ts'
import { type Failure, isFailure } from '../../../../runtime/values/failures.ts'
import type { Headers } from '../../../../runtime/values/headers.ts'
import { PORTS } from './evaluate-with.ts'

export interface Reply {
  readonly status?: number
  readonly headers?: Headers
  /** Sent as JSON. */
  readonly json?: unknown
  readonly text?: string
  readonly bytes?: Uint8Array
}

export type Answer = Reply | Failure

export interface Answering {
  readonly ports: CheckPorts
  readonly requests: readonly ServiceRequest[]
}

/** The last answer of the script is given again and again. */
export function answering(script: readonly Answer[], now: () => number = () => 0): Answering {
  const requests: ServiceRequest[] = []
  const ask = async (request: ServiceRequest): Promise<ServiceReply | Failure> => {
    const answer = script[Math.min(requests.length, script.length - 1)]
    requests.push(request)
    if (answer === undefined) throw new Error('Nobody is there to answer.')
    return isFailure(answer) ? answer : replyOf(answer)
  }
  return { ports: { ...PORTS, callService: ask, now, monotonic: now }, requests }
}

function replyOf({
  status = 200,
  headers = [],
  json = {},
  text = JSON.stringify(json),
  bytes,
}: Reply): ServiceReply {
  const sent = bytes ?? new TextEncoder().encode(text)
  return { status, headers, bytes: sent, json: () => parseJsonBytes(sent) }
}

/** The JSON bodies that it received. */
export const bodiesOf = (requests: readonly ServiceRequest[]): readonly unknown[] =>
  requests.map(({ body }) => body)
