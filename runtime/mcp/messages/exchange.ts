// One request to a server as the proxy sees it, whatever the era of either side, and what happens until it is answered.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Cancellation } from '../../values/cancellation.ts'
import type { Headers } from '../../values/headers.ts'
import { methodNotFound } from './fault.ts'
import type { RpcNotification, RpcOutcome } from './message.ts'

/** The description of a client: once in its `initialize`, or with every request. */
export interface ClientFacts {
  readonly info: JsonObject | undefined
  readonly capabilities: JsonObject
  /** From which level on it wants log messages. */
  readonly logLevel?: string | undefined
  /** The legacy revision that it speaks; absent for a modern client. */
  readonly revision?: string | undefined
}

export interface ServerRequest {
  readonly method: string
  /** Without the description of a modern client in `_meta`. */
  readonly params: JsonObject
  readonly client: ClientFacts
  /** The headers `Mcp-Param-*`: those of a modern client, or read from the arguments for a legacy one. */
  readonly paramHeaders: Headers
}

/** The side of the client while a request runs. */
export interface Exchange {
  readonly notify: (notification: RpcNotification) => void
  /** Asks the client for something, such as input of its user, as servers of the legacy era do. */
  readonly ask: (method: string, params: JsonObject) => Promise<RpcOutcome>
  readonly cancellation: Cancellation
}

/** What a client listens to. */
export interface ListenFilter {
  readonly toolsListChanged?: boolean
  readonly promptsListChanged?: boolean
  readonly resourcesListChanged?: boolean
  readonly resourceSubscriptions?: readonly string[]
}

/** Requests that the gateway makes itself: no client gets notifications meanwhile, and none can be asked. */
export const UNATTENDED: Exchange = {
  notify: () => {},
  ask: method => Promise.resolve(methodNotFound(method)),
  cancellation: { cancelled: () => false, onCancel: () => () => {} },
}
