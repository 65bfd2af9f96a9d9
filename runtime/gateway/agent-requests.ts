// Requests to agents: admitted with the gateway's own keys, and served by the proxy under limits and guardrails.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { LinkedAgent } from '../agents/linked-agent.ts'
import type { ServeAgent } from '../agents/serve-agent.ts'
import type { StoredAgents } from '../agents/stored-agents.ts'
import type { CallRecord, Reply } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import { traceparentFor } from '../values/trace-context.ts'
import type { PassAgentMessages } from './agent-messages.ts'
import type { Caller } from './authenticate.ts'

/** A request to an agent, whose body is read next. */
export interface AdmittedAgent {
  readonly agent: LinkedAgent
  readonly caller: Caller
  /** Below the URL of the agent, without a query. */
  readonly path: string
  /** With its question mark. */
  readonly query: string
}

export interface AgentRequests {
  /** The agent that a path names, or why it is refused. */
  readonly admit: (path: string, caller: Caller) => AdmittedAgent | Failure
  readonly handle: (
    admitted: AdmittedAgent,
    request: AgentRequestHead,
    body: Uint8Array,
    cancellation: Cancellation,
    record: CallRecord,
  ) => Promise<Reply>
}

export interface AgentRequestHead {
  readonly method: string
  readonly headers: Headers
  readonly trace: string
}

export const AGENTS_PATH = '/agents/'

export interface AgentRequestParts {
  readonly gateway: Pick<Gateway, 'apiKeys'>
  /** Those of the manifest, which go before those that were saved by API. */
  readonly agents: ReadonlyMap<string, LinkedAgent>
  /** Absent without a store. */
  readonly stored?: StoredAgents | undefined
  readonly serve: ServeAgent
  readonly messages: PassAgentMessages
}

export function linkAgentRequests({
  gateway,
  agents,
  stored: storedAgents,
  serve,
  messages,
}: AgentRequestParts): AgentRequests {
  const keyAgents = new Map(
    gateway.apiKeys.flatMap(({ id, agents: named }) =>
      named === undefined ? [] : [[id, new Set(named)] as const],
    ),
  )
  const find = (slug: string, caller: Caller): LinkedAgent | Failure | undefined => {
    const known = agents.get(slug)
    /** Keys of the store have no such list. */
    const listed = caller.stored === undefined ? keyAgents.get(caller.id) : undefined
    if (known === undefined) return listed === undefined ? storedAgents?.find(slug, caller) : undefined
    return known.workspaces?.has(caller.workspace) === false || listed?.has(slug) === false
      ? undefined
      : known
  }
  return {
    admit: (path, caller) => {
      const { slug, rest, query } = splitPath(path)
      const agent = find(slug, caller)
      if (agent === undefined)
        return failure('not_found', `There is no agent ${quoted(slug)} that this key may call.`)
      return isFailure(agent) ? agent : { agent, caller, path: rest, query }
    },
    handle: async (
      { agent, caller, path, query },
      { method, headers, trace },
      body,
      cancellation,
      record,
    ) => {
      const { reply, facts } = await serve(agent, {
        method,
        path,
        query,
        headers,
        body,
        traceparent: traceparentFor(headers, trace),
        cancellation,
        pass: messages({ caller, trace, cancellation, record }),
        onBroken: reason => {
          record.streamError = reason
        },
      })
      record.agent = { slug: agent.slug, ...facts }
      return reply
    },
  }
}

/** `/agents/research/tasks/1?historyLength=2`. */
function splitPath(path: string): { readonly slug: string; readonly rest: string; readonly query: string } {
  const mark = path.indexOf('?')
  const pathname = (mark < 0 ? path : path.slice(0, mark)).slice(AGENTS_PATH.length)
  const slash = pathname.indexOf('/')
  return {
    slug: slash < 0 ? pathname : pathname.slice(0, slash),
    rest: slash < 0 ? '' : pathname.slice(slash).replace(/\/+$/, ''),
    query: mark < 0 ? '' : path.slice(mark),
  }
}
