// The adapter context in tests.
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'

export const context: AdapterContext = {
  model: 'gemini-2.5-flash',
  stream: false,
  strict: true,
  now: 1_700_000_000,
  identifier: '0123456789abcdef',
  includeUsage: true,
  defaults: { max_tokens: 4096 },
  settings: { cloud3_region: 'us-central1', cloud3_project_id: 'project' },
}
