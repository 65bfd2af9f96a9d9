// One HTTP request of a client to an entry, and what is needed to serve it.
import type { SessionStore } from '../../state/session-store.ts'
import { type Cancellation, createCancellation } from '../../values/cancellation.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import type { TraceContext } from '../../values/trace-context.ts'
import type { EntrySession } from '../catalogue/entry-session.ts'
import type { McpAccess, McpEntry } from '../catalogue/mcp-server.ts'
import type { ServeEntry } from '../catalogue/serve-entry.ts'
import type { ToolCatalogue } from '../catalogue/tool-catalogue.ts'
import type { McpSubject } from '../upstream/server-address.ts'
import type { McpLinks } from './mcp-links.ts'

/** Who sent it, what it may use, and what its calls pass. */
export interface ClientRequest extends Pick<EntrySession, 'pass' | 'onTarget'> {
  readonly headers: Headers
  readonly entry: McpEntry
  readonly access: McpAccess
  readonly subject: McpSubject
  /** The client has disconnected. */
  readonly cancellation: Cancellation
  /** The trace context that servers get where the client sends none in `_meta`. */
  readonly traceContext: TraceContext
}

export interface ClientParts {
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash'>
  readonly sessions: SessionStore
  readonly links: McpLinks
  readonly catalogue: ToolCatalogue
  readonly serve: ServeEntry
  /** Cancelled when the process stops: streams that would never end do. */
  readonly closing: Cancellation
  /** Seconds for which an unused session is stored. */
  readonly sessionSeconds: number
}

/** Identifies the owner of sessions and parked calls, which no other caller can use. */
export const ownerOf = ({ entry, subject }: Pick<ClientRequest, 'entry' | 'subject'>): string =>
  JSON.stringify([entry.id, subject.workspace, subject.key, subject.user ?? null, subject.actsAsUser])

/** The end of a stream that lasts as long as its client and the process; `release` is called when it is over. */
export function untilClosed(
  request: Pick<ClientRequest, 'cancellation'>,
  { closing }: Pick<ClientParts, 'closing'>,
): { readonly cancellation: Cancellation; readonly release: () => void } {
  const cancellation = createCancellation()
  const stops = [request.cancellation, closing].map(each => each.onCancel(() => cancellation.cancel()))
  return {
    cancellation,
    release: () => {
      for (const stop of stops) stop()
    },
  }
}

/** Both are required, but clients of old revisions name only what they read. */
export const acceptsStream = (headers: Headers): boolean =>
  /text\/event-stream|text\/\*|\*\/\*/i.test(headerValue(headers, 'accept') ?? '*/*')
