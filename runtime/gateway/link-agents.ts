// Agents beside the calls of models: what the gateway needs of them.
import { linkAgentsOf } from '../agents/linked-agent.ts'
import { linkAgentServing } from '../agents/serve-agent.ts'
import type { LinkContext } from '../link/link-context.ts'
import type { CallRecord, Reply } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import type { AdmittedRequest } from './admit-request.ts'
import { linkAgentMessages } from './agent-messages.ts'
import { type AgentRequests, linkAgentRequests } from './agent-requests.ts'

export interface LinkedAgents extends Pick<AgentRequests, 'admit'> {
  /** Undefined for a request that is for no agent. */
  readonly handleAdmitted: (
    admitted: AdmittedRequest,
    body: Uint8Array,
    cancellation: Cancellation,
    record: CallRecord,
  ) => Promise<Reply> | undefined
}

/** Undefined where there is no agent that could be called. */
export function linkAgents(parts: LinkContext): LinkedAgents | undefined {
  const { gateway, ports, secret, storedAgents } = parts
  if (gateway.agents === undefined && storedAgents === undefined) return undefined
  const { admit, handle } = linkAgentRequests({
    gateway,
    agents: linkAgentsOf(gateway, secret, ports),
    stored: storedAgents,
    serve: linkAgentServing(ports, gateway.limits.reply_bytes),
    messages: linkAgentMessages(parts),
  })
  return {
    admit,
    handleAdmitted: ({ agent, head, trace }, body, cancellation, record) =>
      agent &&
      handle(agent, { method: head.method, headers: head.headers, trace }, body, cancellation, record),
  }
}
