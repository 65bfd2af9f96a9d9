// All that the handlers of a process work with, as it is composed at the start.
import type { AgentSources } from '../agents/create-stored-agents.ts'
import type { KeySources } from '../keys/key-index.ts'
import type { LogPortSources } from '../logs/log-ports.ts'
import type { LogSources } from '../logs/log-store.ts'
import type { McpSources } from '../mcp/probe-server.ts'
import type { McpOAuthSources } from '../mcp-oauth/open-mcp-oauth.ts'
import type { ReferenceSources } from '../secrets/stored-references.ts'
import type { ControlSources } from './control-sources.ts'

export interface ControlContext
  extends ControlSources,
    AgentSources,
    KeySources,
    LogPortSources,
    LogSources,
    McpOAuthSources,
    McpSources,
    ReferenceSources {}
