// Calls of MCP tools under limits and guardrails: their arguments are what is sent, their result is what comes back.
import type { LinkContext } from '../link/link-context.ts'
import type { PassToolCall } from '../mcp/catalogue/entry-session.ts'
import { faultOf, refusedOutcome } from '../mcp/messages/fault.ts'
import type { RpcOutcome } from '../mcp/messages/message.ts'
import { failure } from '../values/failures.ts'
import { type ExchangeContext, linkExchanges } from './guarded-exchange.ts'

export type LinkToolCalls = (context: ExchangeContext) => PassToolCall

/** Prepared once per bundle. */
export function linkToolCalls(parts: LinkContext): LinkToolCalls {
  const exchanges = linkExchanges(parts, 'mcp')
  return context => {
    const pass = exchanges(context)
    return async ({ server, tool, arguments: args }, run) => {
      let outcome: RpcOutcome | undefined
      const passed = await pass(
        {
          path: `/mcp/${server}`,
          input: args ?? {},
          metadata: { _mcp_server: server, _mcp_tool: tool },
          facts: { endpoint: 'mcp', mcp: { server, tool } },
          noun: 'the call of the tool',
        },
        async rewritten => {
          outcome = await run(rewritten)
          // Guards do not read errors of the server.
          return 'result' in outcome ? { output: outcome.result } : { failed: true }
        },
      )
      if ('refused' in passed) return refusedOutcome(passed.refused, passed.headers)
      if (outcome === undefined)
        return { fault: faultOf(failure('internal', 'The call of the tool got no response.')) }
      return 'result' in outcome && passed.output !== undefined ? { result: passed.output } : outcome
    }
  }
}
