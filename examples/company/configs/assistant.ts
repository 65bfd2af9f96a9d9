// The assistant of the staff: long answers go to the model that writes them best.
import { defineConfig } from 'portolan'
import { ask, byRegion, inOrder } from './_regions.ts'

const byLength = (long: ReturnType<typeof ask>, short: ReturnType<typeof ask>) => ({
  strategy: {
    mode: 'conditional' as const,
    conditions: [{ query: { 'params.max_tokens': { $gt: 2000 } }, then: 'long' }],
    default: 'short',
  },
  targets: [
    { name: 'long', ...long },
    { name: 'short', ...short },
  ],
})

export default defineConfig({
  request_timeout: 120_000,
  ...byRegion(
    byLength(ask('@paris', 'claude-sonnet-5-5'), ask('@frankfurt', 'gpt-6.1-terra')),
    byLength(
      inOrder(ask('@anthropic', 'claude-sonnet-5-5'), ask('@openai', 'gpt-6.1-sol')),
      inOrder(ask('@openai', 'gpt-6.1-terra'), ask('@anthropic', 'claude-haiku-5-5')),
    ),
  ),
})
