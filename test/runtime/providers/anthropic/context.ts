// The adapter context in tests.
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'

export const context: AdapterContext = {
  model: 'claude-opus-4-6',
  stream: false,
  strict: true,
  now: 1_700_000_000,
  identifier: '0123456789abcdef',
  includeUsage: true,
  defaults: { max_tokens: 4096 },
  settings: {},
}
