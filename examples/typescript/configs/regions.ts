// Saved config "regions": traffic by region, each with its own fallback.
import { type Config, defineConfig } from 'portolan'
import { regions } from './_regions.ts'

const answer = (region: string): Config => ({
  provider: '@mock',
  override_params: { model: 'echo', user: region },
})

export default defineConfig({
  strategy: { mode: 'loadbalance' },
  targets: regions.map(({ name, share }) => ({
    strategy: { mode: 'fallback' },
    targets: [answer(name), answer('anywhere')],
    weight: share,
  })),
  retry: { attempts: 1 },
})
