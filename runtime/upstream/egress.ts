// How connections leave this machine: directly, or as `outbound` of the manifest has it. Only types, so that a client without a proxy
// loads no code for them.
import type { Agent, buildConnector, Pool } from 'undici'
import type { HostAuthor } from '../values/ports.ts'

/** Sends requests to the hosts of an author. */
export type RequestDispatcher = Pick<Agent, 'dispatch'> & {
  readonly destroy: () => Promise<void>
  /** Its pools by origin; absent if a proxy has one for all. */
  readonly stats?: Readonly<Record<string, PoolState>>
}

/** Connections of a pool, and requests that wait for one. */
export interface PoolState {
  readonly connected?: number | boolean
  readonly queued?: number
  /** Of a single connection, those that wait for it. */
  readonly pending?: number
}

/** Wraps a connector for HTTP, so that its sockets are read as those of all others. */
export type FilterConnector = (connect: buildConnector.connector) => buildConnector.connector

export interface Egress {
  /** Makes connectors, with the authorities that are trusted. */
  readonly build: typeof buildConnector
  /** A connector for the hosts of an author, in place of a direct one. */
  readonly connector: (
    author: HostAuthor,
    direct: buildConnector.connector,
    allowH2: boolean,
  ) => buildConnector.connector
  /** Dispatches to the hosts of an author, in place of an agent with such a connector. */
  readonly dispatcher: (
    author: HostAuthor,
    agent: RequestDispatcher,
    pool: Pool.Options,
    filter: FilterConnector,
  ) => RequestDispatcher
}
