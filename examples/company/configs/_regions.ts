// Parts that configs share: who may serve Europe, and the order in which vendors are tried.
import type { Config } from 'portolan'

/** Statuses after which another vendor may help. */
export const BUSY = [408, 429, 500, 502, 503, 504, 529]

export const ask = (provider: string, model: string, more: Config = {}): Config => ({
  provider,
  override_params: { model },
  ...more,
})

export const inOrder = (...targets: readonly Config[]): Config => ({
  strategy: { mode: 'fallback', on_status_codes: BUSY },
  targets: [...targets],
})

/** Requests of Europeans stay in Europe, whatever the others get. */
export const byRegion = (europe: Config, world: Config): Config => ({
  strategy: {
    mode: 'conditional',
    conditions: [{ query: { 'metadata.region': 'eu' }, then: 'europe' }],
    default: 'world',
  },
  targets: [
    { name: 'europe', ...europe },
    { name: 'world', ...world },
  ],
})

export const europe = inOrder(ask('@frankfurt', 'gpt-6.1-sol'), ask('@paris', 'claude-sonnet-5-5'))
export const world = inOrder(ask('@openai', 'gpt-6.1-sol'), ask('@anthropic', 'claude-sonnet-5-5'))
