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
    byLength(ask('@paris', 'claude-sonnet-4-5'), ask('@frankfurt', 'gpt-5-mini')),
    byLength(
      inOrder(ask('@anthropic', 'claude-sonnet-4-5'), ask('@openai', 'gpt-5')),
      inOrder(ask('@openai', 'gpt-5-mini'), ask('@anthropic', 'claude-haiku-4-5')),
    ),
  ),
})
