// A call value for tests of a single linker.
import { createBody } from '../../../runtime/values/body/body.ts'
import type { Call, CallOptions } from '../../../runtime/values/call.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'

export const OPTIONS: CallOptions = {
  provider: undefined,
  virtualKey: undefined,
  customHost: undefined,
  config: undefined,
  metadata: undefined,
  requestTimeout: undefined,
  forwardHeaders: undefined,
  strict: undefined,
  forceRefresh: false,
  cacheNamespace: undefined,
  apiKey: undefined,
  authorization: undefined,
  settings: {},
}

export function callOf(body: unknown = {}, more: Partial<Call> = {}): Call {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    method: 'POST',
    endpoint: 'chat/completions',
    path: '/chat/completions',
    pathname: '/v1/chat/completions',
    headers: [],
    body: createBody(new TextEncoder().encode(text)),
    stream: false,
    model: undefined,
    slug: undefined,
    options: OPTIONS,
    metadata: {},
    workspace: 'default',
    trace: 'trace',
    cancellation: createCancellation(),
    record: { attempts: [] },
    ...more,
  }
}
