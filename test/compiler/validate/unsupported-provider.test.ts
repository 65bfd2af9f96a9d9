// Semantics, section 1: a provider that the catalogue knows and this version cannot call is refused. Every row is served
// today, so one is made that is not.
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
