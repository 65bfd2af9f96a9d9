// The chat of the website: the best model for customers who pay, a cheap one for all others, another vendor when one is down.
import { defineConfig } from 'portolan'
import { ask, byRegion, europe, inOrder, world } from './_regions.ts'

const byPlan = (paid: ReturnType<typeof ask>, free: ReturnType<typeof ask>) => ({
  strategy: {
    mode: 'conditional' as const,
    conditions: [{ query: { 'metadata.plan': { $in: ['team', 'enterprise'] } }, then: 'paid' }],
    default: 'free',
  },
  targets: [
    { name: 'paid', ...paid },
    { name: 'free', ...free },
  ],
})

export default defineConfig({
  request_timeout: 60_000,
  retry: { attempts: 1 },
  ...byRegion(
    byPlan(europe, inOrder(ask('@gpu', 'llama-3.3-70b'), ask('@frankfurt', 'gpt-6-luna'))),
    byPlan(world, inOrder(ask('@openai', 'gpt-6-luna'), ask('@anthropic', 'claude-haiku-5-5'))),
  ),
})
