// The adapter context in tests.
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'

export const context: AdapterContext = {
  model: 'asked',
  stream: true,
  strict: true,
  now: 1700000000,
  identifier: 'abc',
  includeUsage: true,
  defaults: {},
  settings: {},
}
