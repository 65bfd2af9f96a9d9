// Messages to agents under limits and guardrails: the texts of their parts are what guards read, on both ways.

import { asList } from '../../schemas/values/json.ts'
import type { PassAgentCall } from '../agents/exchange/agent-exchange.ts'
import type { LinkContext } from '../link/link-context.ts'
import { type ExchangeContext, linkExchanges } from './guarded-exchange.ts'

export type PassAgentMessages = (context: ExchangeContext) => PassAgentCall

/** Prepared once per bundle. */
export function linkAgentMessages(parts: LinkContext): PassAgentMessages {
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
