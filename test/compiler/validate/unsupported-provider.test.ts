// Semantics, section 1: a provider that the catalogue knows and this version cannot call is refused, and one whose service
// has ended with what took its place.
import { expect, it } from 'vitest'
import { compile } from '../../../compiler/compile.ts'
import { realCatalog } from '../../support/catalog.ts'

it('a provider that this version cannot call is refused by its name', () => {
  const catalog: typeof realCatalog = {
    ...realCatalog,
    provider: name => {
      const row = realCatalog.provider(name)
      return row && { ...row, served: false }
    },
  }
  const text = '{"provider":"vendor","api_key":"${env:KEY}"}'
  const { plan, diagnostics } = compile({ name: 'config', text }, catalog)
  expect(plan).toBeUndefined()
  expect(diagnostics).toMatchObject([
    { code: 'unsupported-provider', message: 'This version does not support OpenAI ("vendor").' },
  ])
})

it.each([
  ['anyscale', /ended in August 2024.*"openai-compatible"/],
  ['lepton', /ended in May 2025.*"nvidia"/],
  ['palm', /ended in 2024.*"google"/],
  ['sagemaker', /^This version does not support AWS SageMaker \("sagemaker"\)\.$/],
])('%s is refused with what took its place', (provider, message) => {
  const text = JSON.stringify({ provider, api_key: '${env:KEY}' })
  const { plan, diagnostics } = compile({ name: 'config', text }, realCatalog)
  expect(plan).toBeUndefined()
  const messages = diagnostics.filter(({ code }) => code === 'unsupported-provider').map(each => each.message)
  expect(messages).toEqual([expect.stringMatching(message)])
})

it.each([
  ['cortex', 'snowflake'],
  ['azure-ai-inference', 'azure-foundry'],
  ['google-vertex-ai', 'vertex'],
  ['iointelligence', 'io-net'],
  ['kluster-ai', 'kluster'],
  ['lemonfox-ai', 'lemonfox'],
  ['recraft-ai', 'recraft'],
  ['reka-ai', 'reka'],
])('%s is another name of %s', (name, id) => expect(realCatalog.provider(name)?.id).toBe(id))
