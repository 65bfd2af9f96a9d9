// The schemas are the only list: what is generated from them is current, and they keep their dialect.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { staleFiles } from '../../schemas/generate.ts'
import { configFacts, propertyGroups } from '../../schemas/generated/facts.ts'
import { config } from '../../schemas/generated/validators/config.js'
import { lint } from '../../schemas/lint.ts'
import {
  inlineReferences,
  readFamilies,
  readProviderSpecs,
  readSchema,
  readSchemaLanguages,
} from '../../schemas/sources.ts'

describe('generated files', () => {
  it('are what the schemas say', async () => {
    expect(await staleFiles()).toEqual([])
  })
})

describe('the dialect of the schemas', () => {
  it('has no violations', () => {
    expect(lint()).toEqual([])
  })

  it.each([
    ['provider', readProviderSpecs()],
    ['family', readFamilies()],
    ['schema-language', readSchemaLanguages()],
  ] as const)('each %s matches its schema', (name, rows) => {
    const ajv = new Ajv2020({ allErrors: true, strict: false })
    const validate = ajv.compile(inlineReferences(readSchema(name)))
    const faults = rows.flatMap(row =>
      validate(row) ? [] : [`${String(row['id'])}: ${ajv.errorsText(validate.errors)}`],
    )
    expect(faults).toEqual([])
  })
})

describe('the config object', () => {
  it('has the property groups of the interface, @slug alone, and an override of the model that names one', () => {
    expect(propertyGroups).toHaveLength(21)
    expect(propertyGroups.slice(-2)).toEqual([
      { properties: ['provider'], slug: true },
      { properties: ['override_params'], slug: true },
    ])
  })

  it('every credential is marked as a secret', () => {
    const secrets = Object.entries(configFacts)
      .filter(([, fact]) => fact.secret)
      .map(([name]) => name)
    expect(secrets.sort()).toEqual([
      'api_key',
      'cloud1_access_key_id',
      'cloud1_secret_access_key',
      'cloud1_session_token',
      'cloud1_web_identity_token',
      'cloud2_entra_client_secret',
      'cloud2_entra_federated_token',
      'cloud3_service_account_json',
    ])
  })

  it.each([
    ['an unknown property', { providr: 'x' }, false],
    ['an unknown property of a target', { targets: [{ wieght: 1 }] }, false],
    ['attempts above five', { retry: { attempts: 6 } }, false],
    ['a guardrail by its identifier', { input_guardrails: ['pii'] }, true],
    ['a guardrail with a check that is no object', { input_guardrails: [{ 'default.contains': 3 }] }, false],
    [
      'targets within targets',
      { strategy: { mode: 'single' }, targets: [{ targets: [{ provider: '@a' }] }] },
      true,
    ],
  ])('%s', (_title, value, valid) => {
    expect(config(value)).toBe(valid)
  })
})
