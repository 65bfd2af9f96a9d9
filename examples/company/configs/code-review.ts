// Reviews of pull requests: one vendor first, the other when it is busy, Europe for the teams there.
import { defineConfig } from 'portolan'
import { ask, byRegion, inOrder } from './_regions.ts'

export default defineConfig({
  request_timeout: 180_000,
  ...byRegion(
    inOrder(ask('@paris', 'claude-sonnet-5-5', { retry: { attempts: 2 } }), ask('@frankfurt', 'gpt-6.1-sol')),
    inOrder(
      ask('@anthropic', 'claude-sonnet-5-5', { retry: { attempts: 2 } }),
      ask('@openai', 'gpt-6.1-sol'),
    ),
  ),
})
