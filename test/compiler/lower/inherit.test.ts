// Which settings targets inherit from their parent, and which they do not.
import { describe, expect, it } from 'vitest'
import { inherit } from '../../../compiler/lower/lower.ts'
import { configFacts } from '../../../schemas/generated/facts.ts'
import type { Config } from '../../../schemas/generated/types.ts'

const ROWS: readonly {
  readonly title: string
  readonly parent: Config
  readonly target: Config
  readonly effective: Config
}[] = [
  {
    title: 'override_params are merged per key; the target wins and nested objects are replaced whole',
    parent: { override_params: { model: 'a', seed: 1, response_format: { type: 'text', strict: true } } },
    target: { override_params: { model: 'b', response_format: { type: 'json_object' } } },
    effective: { override_params: { model: 'b', seed: 1, response_format: { type: 'json_object' } } },
  },
  {
    title: 'retry and cache of the target replace the whole object of the parent',
    parent: { retry: { attempts: 3, on_status_codes: [500] }, cache: { mode: 'simple', max_age: 90 } },
    target: { retry: { attempts: 1 }, cache: { mode: 'simple' } },
    effective: { retry: { attempts: 1 }, cache: { mode: 'simple' } },
  },
  {
    title: 'guardrails and hooks of the target follow those of the parent; none is dropped, none runs twice',
    parent: { input_guardrails: ['pii', { id: 'a', deny: true }], output_guardrails: ['clean'] },
    target: { input_guardrails: ['own', 'pii', { deny: true, id: 'a' }], output_guardrails: [] },
    effective: { input_guardrails: ['pii', { id: 'a', deny: true }, 'own'], output_guardrails: ['clean'] },
  },
  {
    title: 'a target that has a guardrail of the same id keeps that of the parent beside it',
    parent: { input_guardrails: [{ id: 'a', deny: true, pii: {} }] },
    target: { input_guardrails: [{ id: 'a', deny: false, pii: {} }] },
    effective: {
      input_guardrails: [
        { id: 'a', deny: true, pii: {} },
        { id: 'a', deny: false, pii: {} },
      ],
    },
  },
  {
    title: 'request_timeout, custom_host, forward_headers and strictness are the target’s, else the parent’s',
    parent: {
      request_timeout: 1,
      custom_host: 'https://a.example',
      forward_headers: ['x-a'],
      strict_vendor_compliance: false,
    },
    target: { request_timeout: 2, strict_vendor_compliance: true },
    effective: {
      request_timeout: 2,
      custom_host: 'https://a.example',
      forward_headers: ['x-a'],
      strict_vendor_compliance: true,
    },
  },
  {
    title: 'provider, credentials, weight, name, strategy and targets are never inherited',
    parent: {
      provider: 'openai',
      api_key: 'k',
      virtual_key: 'v',
      weight: 2,
      name: 'n',
      strategy: { mode: 'single' },
      targets: [],
      passthrough: true,
      on_status_codes: [500],
    },
    target: {},
    effective: {},
  },
]

describe('what passes from a parent to its targets', () => {
  it.each(ROWS)('$title', ({ parent, target, effective }) =>
    expect(inherit(parent, target)).toEqual(effective),
  )

  it('passes no property that holds a credential', () => {
    const inherited = Object.entries(configFacts).filter(([, fact]) => fact.inherit !== undefined)
    expect(inherited.filter(([, fact]) => fact.secret === true)).toEqual([])
    expect(inherited.length).toBeGreaterThan(5)
  })
})
