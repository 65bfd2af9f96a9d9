// A gateway with guards around scripted chats, and what its replies say of them.
import { createHarness, type HarnessOptions } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { STUBS } from '../stub-guards.ts'

export const ok = (content = 'fine'): Step => ({ status: 200, body: completion(content) })
export const guarded = (config: object, more: Partial<HarnessOptions> = {}) =>
  createHarness({
    configs: { c: { provider: '@main', ...config } },
    checks: STUBS,
    script: [ok(), ok()],
    ...more,
  })
export const errorOf = (json: unknown) => (json as { error: { code: string; message: string } }).error
export const hooksOf = (json: unknown) => (json as { hook_results?: unknown }).hook_results
