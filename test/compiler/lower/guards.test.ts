// Hooks and guardrails of a valid config → the guards of its plan (semantics, sections 2 and 10).
import { describe, expect, it } from 'vitest'
import { type CompileEnvironment, STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import type { Config, GuardUse } from '../../../schemas/generated/types.ts'
import { realCatalog } from '../../support/catalog.ts'
import { guardOf } from './guard-of.ts'

const first = (config: Config, surroundings?: CompileEnvironment): GuardUse | undefined => {
  const guard = guardOf(config, surroundings)
  return guard?.before[0] ?? guard?.after[0]
}

const NOT_NULL = {
  id: 'default.notNull',
  parameters: { not: false, nullValues: [] },
  credentials: {},
  scope: 'all',
  failOnError: false,
}

const SPELLINGS: readonly { readonly title: string; readonly config: Config }[] = [
  { title: 'the shorthand', config: { input_guardrails: [{ id: 'a', deny: true, notNull: {} }] } },
  {
    title: 'the shorthand with the whole identifier',
    config: { input_guardrails: [{ id: 'a', deny: true, 'default.notNull': {} }] },
  },
  {
    title: 'checks in a list',
    config: { input_guardrails: [{ id: 'a', deny: true, checks: [{ id: 'notNull', parameters: {} }] }] },
  },
  {
    title: 'a hook',
    config: {
      before_request_hooks: [{ id: 'a', deny: true, checks: [{ id: 'default.notNull', parameters: {} }] }],
    },
  },
  {
    title: 'a hook that denies in on_fail',
    config: {
      before_request_hooks: [
        { id: 'a', on_fail: { deny: true }, checks: [{ id: 'notNull', parameters: {} }] },
      ],
    },
  },
]

describe('providers in parameters of checks', () => {
  it('are named by their identifiers, also where the config has an alias', () => {
    const config: Config = {
      provider: 'openai',
      input_guardrails: [{ inlineImage: { providers: ['vendor', 'cloud1', 'groq'] } }],
    }
    const { nodes } = lowerConfig(config, realCatalog, STANDALONE)
    const guard = nodes.find(node => node.kind === 'guard')
    expect(guard?.before[0]?.checks[0]?.parameters).toMatchObject({
      providers: ['openai', 'bedrock', 'groq'],
    })
  })
})

describe('both spellings become one form', () => {
  it.each(SPELLINGS)('$title', ({ config }) =>
    expect(first(config)).toEqual({
      id: 'a',
      deny: 'failed',
      async: false,
      sequential: false,
      stream: 'hold',
      checks: [NOT_NULL],
    }),
  )

  it('a guardrail without an id is called by its place', () =>
    expect(first({ output_guardrails: [{ notNull: {} }] })?.id).toBe('output_guardrails[0]'))
})

describe('the scope of a check', () => {
  it.each<[string, object, string]>([
    ['all where its guard denies', { deny: true, contains: { words: ['a'] } }, 'all'],
    ['all where it rewrites', { pii: { redact: true } }, 'all'],
    ['last otherwise', { pii: {} }, 'last'],
    ['what is written', { deny: true, pii: { scope: 'last' } }, 'last'],
  ])('%s', (_, guard, scope) =>
    expect(first({ input_guardrails: [guard as never] })?.checks[0]?.scope).toBe(scope),
  )
})

const OUTCOMES: readonly { readonly title: string; readonly guard: object; readonly becomes: object }[] = [
  { title: 'nothing said', guard: {}, becomes: { deny: 'never', stream: 'end' } },
  { title: 'deny', guard: { deny: true }, becomes: { deny: 'failed', stream: 'hold' } },
  { title: 'deny: false', guard: { deny: false }, becomes: { deny: 'never', stream: 'end' } },
  {
    title: 'on_fail.deny',
    guard: { on_fail: { deny: true } },
    becomes: { deny: 'failed', stream: 'hold' },
  },
  {
    title: 'on_success.deny',
    guard: { on_success: { deny: true } },
    becomes: { deny: 'passed', stream: 'hold' },
  },
  {
    title: 'deny with a check that windows suit',
    guard: { deny: true, notNull: undefined, contains: { words: ['a'], not: true } },
    becomes: { deny: 'failed', stream: 'window' },
  },
  {
    title: 'deny with a check that must find something',
    guard: { deny: true, notNull: undefined, contains: { words: ['a'] } },
    becomes: { deny: 'failed', stream: 'hold' },
  },
  {
    title: 'a check that rewrites',
    guard: { notNull: undefined, pii: { redact: true } },
    becomes: { deny: 'never', stream: 'window' },
  },
  {
    title: 'a check that rewrites from a number of matches on',
    guard: { notNull: undefined, pii: { redact: true, threshold: 2 } },
    becomes: { deny: 'never', stream: 'hold' },
  },
  {
    title: 'a check that rewrites beside one that does not',
    guard: { deny: true, notNull: undefined, pii: { redact: true }, secrets: {} },
    becomes: { deny: 'failed', stream: 'hold' },
  },
  {
    title: 'a pattern with a longest match',
    guard: { notNull: undefined, regexReplace: { rule: 'a{1,9}', redactText: '' } },
    becomes: { deny: 'never', stream: 'window' },
  },
  {
    title: 'a pattern without a longest match',
    guard: { notNull: undefined, regexReplace: { rule: 'a+', redactText: '' } },
    becomes: { deny: 'never', stream: 'hold' },
  },
  {
    title: 'a check that could rewrite and is not told to',
    guard: { notNull: undefined, pii: {} },
    becomes: { deny: 'never', stream: 'end' },
  },
  {
    title: 'a check whose service may rewrite',
    guard: { notNull: undefined, webhook: { webhookURL: 'https://hooks.example' } },
    becomes: { deny: 'never', stream: 'hold' },
  },
  { title: 'async', guard: { async: true }, becomes: { async: true, deny: 'never', stream: 'end' } },
  { title: 'sequential', guard: { sequential: true }, becomes: { sequential: true } },
  {
    title: 'feedback',
    guard: { on_fail: { feedback: { value: -1 } }, on_success: { feedback: { value: 1, weight: 2 } } },
    becomes: { onFail: { value: -1 }, onSuccess: { value: 1, weight: 2 } },
  },
]

const withoutUndefined = (guard: object) =>
  Object.fromEntries(Object.entries(guard).filter(([, value]) => value !== undefined))

describe('what follows from an outcome', () => {
  it.each(OUTCOMES)('$title', ({ guard, becomes }) =>
    expect(first({ output_guardrails: [withoutUndefined({ notNull: {}, ...guard })] })).toMatchObject(
      becomes,
    ),
  )
})

describe('checks', () => {
  const checkOf = (parameters: object, surroundings?: CompileEnvironment) =>
    first({ input_guardrails: [{ 'acme.moderate': parameters as Record<string, never> }] }, surroundings)
      ?.checks[0]

  it('defaults are written out at every depth, and none is invented for an object that is absent', () => {
    expect(checkOf({ host: 'eu', lists: [{ word: 'a' }, { word: 'b', weight: 3 }] })?.parameters).toEqual({
      host: 'eu',
      lists: [
        { word: 'a', weight: 1 },
        { word: 'b', weight: 3 },
      ],
      level: 2,
    })
  })

  it('a written value wins over a default, false and 0 too', () =>
    expect(checkOf({ host: 'eu', level: 0 })?.parameters).toMatchObject({ level: 0 }))

  it('what the runtime does for every check is set apart', () =>
    expect(checkOf({ host: 'eu', scope: 'all', failOnError: true, timeoutMs: 250 })).toMatchObject({
      scope: 'all',
      failOnError: true,
      timeout: 250,
      parameters: { host: 'eu', level: 2 },
    }))

  it('a check that waits for somebody has a limit of time, and no other has one', () => {
    expect(checkOf({ host: 'eu' })?.timeout).toBe(4000)
    expect(first({ input_guardrails: [{ notNull: {} }] })?.checks[0]).not.toHaveProperty('timeout')
  })

  it('a credential is a reference bound to the origin of the service that is asked', () =>
    expect(checkOf({ host: 'eu', apiKey: '${env:KEY}' })?.credentials).toEqual({
      apiKey: { source: 'env', name: 'KEY', origins: ['https://eu.acme.example'] },
    }))

  it('in a request it is a literal, whatever it looks like', () =>
    expect(
      checkOf({ host: 'eu', apiKey: '${env:KEY}' }, { ...STANDALONE, origin: 'request' })?.credentials,
    ).toEqual({
      apiKey: { source: 'literal', name: '${env:KEY}', origins: ['https://eu.acme.example'] },
    }))

  it('a credential of a check without an address that can be read goes nowhere', () =>
    expect(checkOf({ host: 'a b', apiKey: '${env:KEY}' })?.credentials['apiKey']?.origins).toEqual([]))
})
