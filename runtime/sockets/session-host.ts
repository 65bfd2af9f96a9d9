// What a connection of a client needs of the server that it came to.

import type { CallOutcome, Gateway, RequestHead } from '../gateway/request.ts'
import type { CallsInFlight } from '../telemetry/call-in-flight.ts'
import type { CaptureBodies } from '../telemetry/capture-bodies.ts'
import type { RequestLog } from '../telemetry/reporter.ts'
import type { FinishedRequest } from '../telemetry/request-record.ts'
import type { Reply } from '../values/call.ts'
import type { Failure } from '../values/failures.ts'
import type { MemoryBudget } from '../values/memory-budget.ts'
import type { Ports } from '../values/ports.ts'

/** A bundle as it serves the calls of connections. */
export interface SessionGateway {
  readonly gateway: Gateway
  readonly gatewayHeaders: (list: string[], trace: string, reply: Reply, outcome?: CallOutcome) => void
  /** The start of the plan's digest. */
  readonly plan: string
  readonly bodyLimits: { readonly buffered: number; readonly timeout: number; readonly values: number }
}

/** What holds memory that it can return: it does where memory is short. */
export interface MemoryHolder {
  readonly owner: string
  readonly bytes: number
  readonly disconnect: () => void
}

/** The slot of a call or of a tunnel. */
export interface HeldSlot {
  /** Why its caller has no more of them. */
  readonly refusal: Failure | undefined
  readonly leave: () => void
}

export interface SessionHost extends Pick<Ports, 'clock' | 'randomId' | 'nextTurn'> {
  readonly log: RequestLog
  readonly price: FinishedRequest['price']
  /** Where another thread finds the calls of this one after its end; absent in a process of one thread. */
  readonly callsInFlight?: CallsInFlight | undefined
  readonly memory: MemoryBudget
  readonly capture?: CaptureBodies | undefined
  readonly holders: {
    readonly add: (holder: MemoryHolder) => void
    readonly remove: (holder: MemoryHolder) => void
  }
  /** What serves a new call: another one after a reload. */
  readonly served: () => SessionGateway
  /** Why no call may begin; undefined where one has begun, until `ended`. */
  readonly begin: () => Failure | undefined
  /** The slot of a call that has begun, which counts for the share of its caller. */
  readonly admit: (owner: string) => HeldSlot
  readonly ended: (slot?: HeldSlot) => void
  /** What a call waits for before it is served; undefined where for nothing. */
  readonly hold: (head: RequestHead) => Promise<void> | undefined
}
