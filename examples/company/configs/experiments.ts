// Four variants of a prompt's model, in equal parts; the metadata of the log says which one answered.
import { defineConfig } from 'portolan'
import { ask, byRegion } from './_regions.ts'

const variants = ['gpt-6-sol', 'gpt-5.6-luna', 'gpt-6.1-terra', 'gpt-6-luna']
const split = (provider: string) => ({
  strategy: { mode: 'loadbalance' as const },
  targets: variants.map(model => ask(provider, model, { weight: 1 })),
})

export default defineConfig({ request_timeout: 60_000, ...byRegion(split('@frankfurt'), split('@openai')) })
