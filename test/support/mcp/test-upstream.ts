// An MCP server of the tests, whatever its era.
import type { IncomingHttpHeaders } from 'node:http'
import type { ToolList } from './upstream-tools.ts'

export interface TestUpstream {
  readonly url: string
  readonly offered: ToolList
  readonly seen: {
    cancelled: number
    readonly headers: IncomingHttpHeaders[]
    readonly sessions: Set<string>
    /** `_meta` of the calls of tools. */
    readonly meta: unknown[]
  }
  readonly toolsChanged: () => Promise<void>
  readonly resourceUpdated: (uri: string) => Promise<void>
  readonly forgetSessions: () => void
  readonly stop: () => Promise<void>
}
