// The control plane as the gateway sees it: paths that are its own, with authentication of their own.
import type { CallRecord, Reply } from './call.ts'
import type { Cancellation } from './cancellation.ts'
import type { Failure } from './failures.ts'
import type { Headers } from './headers.ts'

export interface ControlRequest {
  readonly method: string
  /** Path and query below the base URL. */
  readonly path: string
  readonly pathname: string
  readonly headers: Headers
  /** The key of the gateway's own header, and those of headers that clients of providers send. */
  readonly apiKey: string | undefined
  readonly credentials: readonly string[]
}

/** What a reply that lasts needs besides the body, and the log record that it adds to. */
export interface ControlExchange {
  readonly cancellation: Cancellation
  readonly record: Pick<CallRecord, 'mcp'>
}

/** A request whose body is read next. */
export interface AdmittedControl {
  /** Who asks, for the log. */
  readonly caller: { readonly id: string; readonly workspace: string }
  readonly handle: (body: Uint8Array, exchange: ControlExchange) => Promise<Reply>
}

export interface ControlSurface {
  /** Whether MCP tools are served beside the routes. */
  readonly hasTools?: boolean
  /** Undefined for paths that the control plane does not serve. */
  readonly admit: (request: ControlRequest) => AdmittedControl | Failure | undefined
}
