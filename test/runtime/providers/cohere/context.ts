// The adapter context in tests.
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'

export const context: AdapterContext = {
  model: 'command-test',
  stream: false,
  strict: true,
  now: 1_700_000_000,
  identifier: '0123456789abcdef',
  includeUsage: true,
  defaults: { input_type: 'search_document' },
  settings: {},
}

export const loose: AdapterContext = { ...context, strict: false }
