// A server as the proxy calls it, whatever its era.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { ClientFacts, Exchange, ListenFilter, ServerRequest } from '../messages/exchange.ts'
import type { RpcNotification, RpcOutcome } from '../messages/message.ts'
import type { Era } from '../messages/revision.ts'

/** The description of a server. */
export interface ServerDescription {
  readonly era: Era
  readonly revision: string
  readonly info: JsonObject
  readonly capabilities: JsonObject
  readonly instructions?: string | undefined
}

export interface Listening {
  readonly filter: ListenFilter
  readonly client: ClientFacts
  /** Set for clients of the legacy era, to whom a legacy server tells all that belongs to the session. */
  readonly isLegacyClient: boolean
  /** Called with what the server agreed to tell. */
  readonly onOpen: (agreed: ListenFilter) => void
}

export interface ServerLink {
  readonly describe: (exchange: Exchange) => Promise<ServerDescription | RpcOutcome>
  readonly send: (request: ServerRequest, exchange: Exchange) => Promise<RpcOutcome>
  /** Passes on what the server tells until the exchange is cancelled, or the server ends it. */
  readonly listen: (listening: Listening, exchange: Exchange) => Promise<RpcOutcome | undefined>
  /** Passes on a notification of the client; modern servers get none. */
  readonly notify: (notification: RpcNotification) => Promise<void>
  /** Ends the session of a legacy server. */
  readonly close: () => Promise<void>
}

export const isDescription = (value: ServerDescription | RpcOutcome): value is ServerDescription =>
  'era' in value
