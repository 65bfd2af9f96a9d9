// Requests to agents: admitted with the gateway's own keys, and served by the proxy under limits and guardrails, which read the content
// of messages in both directions.

import { asList } from '../../schemas/values/json.ts'
import { linkDerivedIds } from '../../schemas/values/uuid.ts'
import type { PassAgentCall } from '../agents/exchange/agent-exchange.ts'
import { type LinkedAgent, linkAgentsOf } from '../agents/linked-agent.ts'
import { linkAgentServing } from '../agents/serve-agent.ts'
import type { StoredAgents } from '../agents/stored-agents.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import { traceContextFor } from '../values/trace-context.ts'
import { AGENTS_PATH, type ServerAdmissions } from './admit-server.ts'
import type { Caller } from './authenticate.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { type ExchangeContext, linkExchanges } from './guarded-exchange.ts'

/** `stored`: agents that were saved by API, which come after those of the manifest; absent without a store. */
export function linkAgents(
  parts: GatewayParts,
  stored: StoredAgents | undefined,
): NonNullable<ServerAdmissions['agents']> {
  const { gateway, ports, secret } = parts
  const agents = linkAgentsOf(gateway, secret, ports)
  const serve = linkAgentServing(ports, gateway.limits.reply_bytes)
  const messages = linkMessages(parts)
  const keyAgents = new Map(
    gateway.apiKeys.flatMap(({ id, agents: named }) =>
      named === undefined ? [] : [[id, new Set(named)] as const],
    ),
  )
  const slugOf = linkDerivedIds(ports.hash, 'agent', () => agents.keys())
  const find = (name: string, caller: Caller): LinkedAgent | Failure | undefined => {
    const slug = slugOf(name) ?? name
    const known = agents.get(slug)
    /** Keys of the store have no such list. */
    const listed = caller.stored === undefined ? keyAgents.get(caller.id) : undefined
    if (known === undefined) return listed === undefined ? stored?.find(slug, caller) : undefined
    return known.workspaces?.has(caller.workspace) === false || listed?.has(slug) === false
      ? undefined
      : known
  }
  return {
    admit: (head, caller, trace) => {
      const { slug, rest, query } = splitPath(head.path)
      const agent = find(slug, caller)
      if (agent === undefined)
        return (
          stored?.lookFault?.() ??
          failure('not_found', `There is no agent ${quoted(slug)} that this key may call.`)
        )
      if (isFailure(agent)) return agent
      const { method, headers } = head
      return {
        of: 'agents',
        handle: async (body, { cancellation, record }) => {
          const { reply, facts } = await serve(agent, {
            method,
            path: rest,
            query,
            headers,
            body,
            traceContext: traceContextFor(headers, trace),
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

function linkMessages(parts: GatewayParts): (context: ExchangeContext) => PassAgentCall {
  const exchanges = linkExchanges(parts, 'agents')
  return context => {
    const pass = exchanges(context)
    const passCall = async (
      { agent, sends, texts }: Parameters<PassAgentCall>[0],
      run: Parameters<PassAgentCall>[1],
    ): ReturnType<PassAgentCall> => {
      const passed = await pass(
        {
          path: `/agents/${agent}`,
          input: texts,
          // Tasks are read without a message.
          readsInput: sends || asList(texts['texts']).length > 0,
          metadata: { _agent: agent },
          facts: sends ? { endpoint: 'agents', agent } : undefined,
          noun: 'the message',
        },
        async rewritten => {
          const outcome = await run(rewritten)
          return 'texts' in outcome ? { output: outcome.texts } : outcome
        },
      )
      return 'refused' in passed ? passed : { texts: passed.output }
    }
    return Object.assign(passCall, { readsReplies: pass.readsReplies })
  }
}
