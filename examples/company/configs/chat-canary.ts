// The next model of the chat, for five in a hundred requests; it is left alone when it fails three times within a minute.
import { defineConfig } from 'portolan'
import { ask, BUSY, byRegion, inOrder } from './_regions.ts'

const canary = (provider: string, old: string, next: string) => ({
  strategy: { mode: 'loadbalance' as const },
  targets: [
    ask(provider, old, { weight: 95 }),
    {
      weight: 5,
      ...inOrder(
        ask(provider, next, {
          cb_config: { failure_threshold: 3, cooldown_interval: 60_000, failure_status_codes: BUSY },
        }),
        ask(provider, old),
      ),
    },
  ],
})

export default defineConfig({
  request_timeout: 60_000,
  ...byRegion(
    canary('@frankfurt', 'gpt-6-sol', 'gpt-6.1-sol'),
    canary('@openai', 'gpt-6-sol', 'gpt-6.1-sol'),
  ),
})
