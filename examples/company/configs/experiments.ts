// Four variants of a prompt's model, in equal parts; the metadata of the log says which one answered.
import { defineConfig } from 'portolan'
import { ask, byRegion } from './_regions.ts'

const variants = ['gpt-4o', 'gpt-4o-mini', 'gpt-5-mini', 'gpt-5-nano']
const split = (provider: string) => ({
  strategy: { mode: 'loadbalance' as const },
  targets: variants.map(model => ask(provider, model, { weight: 1 })),
})

export default defineConfig({ request_timeout: 60_000, ...byRegion(split('@frankfurt'), split('@openai')) })
