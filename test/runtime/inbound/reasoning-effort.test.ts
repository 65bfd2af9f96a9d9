// A thinking budget, converted for providers that support efforts only.
import { describe, expect, it } from 'vitest'
import { budgetToEffort, supportsThinkingBudget, toVendorChat } from '../../../runtime/inbound/vendor-chat.ts'

const budget = (tokens: number): object => ({ thinking: { type: 'enabled', budget_tokens: tokens } })

describe('thinking for a target that supports only efforts', () => {
  it.each([
    ['a small budget', budget(4096), { reasoning_effort: 'low' }],
    ['a middle budget', budget(16_384), { reasoning_effort: 'medium' }],
    ['a large budget', budget(16_385), { reasoning_effort: 'high' }],
    ['no thinking', { thinking: { type: 'disabled' } }, {}],
    ['adaptive thinking', { thinking: { type: 'adaptive' } }, {}],
    ['an effort beats a budget', { ...budget(1024), reasoning_effort: 'max' }, { reasoning_effort: 'max' }],
  ])('%s', (_title, body, becomes) => {
    expect(budgetToEffort(body as never)).toEqual({ body: becomes, dropped: [] })
  })

  it('other properties are dropped and reported', () => {
    const body = { thinking: { type: 'enabled', budget_tokens: 1, display: 'omitted' } }
    expect(budgetToEffort(body)).toEqual({ body: { reasoning_effort: 'low' }, dropped: ['thinking'] })
  })

  it('holds for providers of the vendor’s schema', () => {
    expect(toVendorChat({ ...budget(1), top_k: 3, messages: [] } as never)).toEqual({
      body: { reasoning_effort: 'low', messages: [] },
      dropped: ['top_k'],
    })
  })
})

describe('targets that support thinking', () => {
  it.each([
    ['anthropic', 'claude-sonnet-5-5', true],
    ['cloud1', 'us.anthropic.claude-3-7-sonnet-20250219-v1:0', true],
    ['cloud1', 'amazon.nova-pro-v1:0', false],
    ['google', 'gemini-3.1-pro-preview', true],
    ['ollama', 'qwen3', false],
  ])('%s with %s: %s', (dialect, model, knows) => {
    expect(supportsThinkingBudget(dialect, model)).toBe(knows)
  })
})
