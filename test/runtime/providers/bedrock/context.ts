// The adapter context in tests.
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'

export const context: AdapterContext = {
  model: 'us.anthropic.claude-opus-4-6-v1:0',
  stream: false,
  strict: true,
  now: 1_700_000_000,
  identifier: '0123456789abcdef',
  includeUsage: true,
  defaults: { input_type: 'search_document', embedding_purpose: 'GENERIC_INDEX', truncation_mode: 'NONE' },
  settings: { cloud1_region: 'us-east-1' },
}

export const loose: AdapterContext = { ...context, strict: false }
