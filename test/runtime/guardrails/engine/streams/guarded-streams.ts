// A gateway with guards around scripted streams, and what its clients read.
import { createHarness, type HarnessOptions } from '../../../../support/harness.ts'
import { chunk, DONE } from '../../../../support/sample-bodies.ts'
import type { Step } from '../../../../support/scripted-upstream.ts'
import { chat, STUBS } from '../../stub-guards.ts'

export const STREAM = chat('Hello', { stream: true })
export const stream = (...words: readonly string[]): Step => ({
  events: [
    chunk({ role: 'assistant', content: '' }),
    ...words.map(content => chunk({ content })),
    chunk({}, 'stop'),
    DONE,
  ],
})
export const guarded = (guard: object, script: readonly Step[], more: Partial<HarnessOptions> = {}) =>
  createHarness({
    configs: { c: { provider: '@main', output_guardrails: [{ id: 'g', ...guard }] } },
    checks: STUBS,
    script,
    ...more,
  })
export const textOf = (events: readonly string[]): string =>
  events
    .filter(event => event !== '[DONE]')
    .map(
      event =>
        (JSON.parse(event) as { choices?: { delta: { content?: string } }[] }).choices?.[0]?.delta.content ??
        '',
    )
    .join('')
export const errorOf = (json: unknown) => (json as { error: { code: string; message: string } }).error
