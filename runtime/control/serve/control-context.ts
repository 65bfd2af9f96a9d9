// All that the handlers of a process work with, as it is composed at the start.

import type { KeySources } from '../access/keys/key-index.ts'
import type { ControlSources } from '../core/control-sources.ts'
import type { LogPortSources } from '../logs/log-ports.ts'
import type { LogSources } from '../logs/log-store.ts'
import type { McpOAuthSources } from '../mcp-oauth/call-authority.ts'
import type { ProcessSources } from '../plans/live-state.ts'
import type { FollowedSources } from '../releases/label-routes.ts'
import type { AgentSources } from '../resources/agents/create-stored-agents.ts'
import type { McpSources } from '../resources/mcp/probe-server.ts'
import type { ReferenceSources } from '../resources/secret-references/stored-references.ts'

export interface ControlContext
  extends ControlSources,
    AgentSources,
    FollowedSources,
    KeySources,
    ProcessSources,
    LogPortSources,
    LogSources,
    McpOAuthSources,
    McpSources,
    ReferenceSources {}
