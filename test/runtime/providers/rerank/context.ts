// The adapter context in tests, and a request that all adapters support.

import type { AdapterContext } from '../../../../runtime/values/adapter.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'

export const context: AdapterContext = {
  model: 'rerank-test',
  stream: false,
  strict: true,
  now: 1_700_000_000,
  identifier: '0123456789abcdef',
  includeUsage: false,
  defaults: {},
  settings: {},
  provider: 'acme',
}

export const DOCUMENTS = ['Berlin', { text: 'Paris', page: 3 }, 'Rome']

export const rerankRequest = (more: JsonObject = {}): JsonObject => ({
  model: 'x',
  query: 'Which?',
  documents: DOCUMENTS,
  ...more,
})

/** The context of a reply to a request. */
export const replyContext = (more: JsonObject = {}, given: Partial<AdapterContext> = {}): AdapterContext => ({
  ...context,
  ...given,
  requestBody: rerankRequest(more),
})
