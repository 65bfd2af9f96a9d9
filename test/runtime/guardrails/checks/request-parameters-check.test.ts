// default.requestParametersCheck
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const shell = { type: 'function', function: { name: 'executeShell' } }
const weather = { type: 'function', function: { name: 'weather' } }
const search = { type: 'web_search_preview' }
const native = { name: 'executeShell', input_schema: {} }

const OK = 'The tools and parameters are allowed.'
const value = (rules: object, name = 'temperature') => ({ params: { values: { [name]: rules } } })

const cases: readonly [parameters: object, request: object | undefined, passed: boolean, reason: string][] = [
  [{}, { model: 'a', tools: [shell] }, true, OK],
  [{ tools: { allowedTypes: ['function'] } }, { tools: [weather] }, true, OK],
  [
    { tools: { allowedTypes: ['function'] } },
    { tools: [weather, search] },
    false,
    'The type of a tool is not allowed.',
  ],
  [
    { tools: { blockedTypes: ['web_search_preview'] } },
    { tools: [search] },
    false,
    'The type of a tool is blocked.',
  ],
  [
    { tools: { blockedFunctionNames: ['executeShell'] } },
    { tools: [shell] },
    false,
    'The name of a tool is blocked.',
  ],
  [
    { tools: { blockedFunctionNames: ['executeShell'] } },
    { tools: [native] },
    false,
    'The name of a tool is blocked.',
  ],
  [{ tools: { allowedTypes: ['function'] } }, { tools: [native] }, true, OK],
  [
    { tools: { allowedFunctionNames: ['weather'] } },
    { tools: [{ ...native, function: { name: 'weather' } }] },
    false,
    'The name of a tool is not allowed.',
  ],
  [
    { tools: { blockedFunctionNames: ['executeShell'] } },
    { functions: [{ name: 'executeShell' }] },
    false,
    'The name of a tool is blocked.',
  ],
  [{ tools: { allowedFunctionNames: ['weather'] } }, { functions: [{ name: 'weather' }] }, true, OK],
  [
    { tools: { allowedFunctionNames: ['weather'] } },
    { tools: [weather, shell] },
    false,
    'The name of a tool is not allowed.',
  ],
  [{ tools: { allowedFunctionNames: [] } }, { tools: [shell] }, true, OK],
  [{ tools: { allowedTypes: ['function'] } }, { tools: 'none' }, true, OK],
  [
    { tools: { allowedTypes: ['custom'] } },
    { tools: [null, 1] },
    false,
    'The type of a tool is not allowed.',
  ],
  [
    { params: { blockedKeys: ['logit_bias'] } },
    { logit_bias: {} },
    false,
    'The parameter "logit_bias" is blocked.',
  ],
  [{ params: { allowedKeys: ['model'] } }, { model: 'a', secret: 1 }, false, 'A parameter is not allowed.'],
  [{ params: { allowedKeys: ['model'] } }, { model: 'a' }, true, OK],
  [value({ maximum: 1 }), { temperature: 0.5 }, true, OK],
  [value({ maximum: 1 }), { temperature: 1.5 }, false, 'The value of "temperature" is greater than 1.'],
  [
    value({ minimum: 1, maximum: 2 }),
    { temperature: 0 },
    false,
    'The value of "temperature" is less than 1.',
  ],
  [value({ maximum: 1 }), { temperature: '0.5' }, false, 'The value of "temperature" is not a number.'],
  [value({ maximum: 1 }), {}, true, OK],
  [
    value({ allowedValues: [0, 0.5] }),
    { temperature: 0.7 },
    false,
    'The value of "temperature" is not allowed.',
  ],
  [value({ blockedValues: [true] }, 'stream'), { stream: true }, false, 'The value of "stream" is blocked.'],
  [value({ blockedValues: [true] }, 'stream'), { stream: 'true' }, true, OK],
  [value({ allowedValues: ['a'] }, 'constructor'), {}, true, OK],
  [
    { tools: { blockedTypes: ['function'] }, params: { blockedKeys: ['seed'] } },
    { tools: [shell, weather], seed: 1 },
    false,
    'The type of a tool is blocked; The parameter "seed" is blocked.',
  ],
  [{ params: { blockedKeys: ['seed'] } }, undefined, true, 'The request has no JSON body.'],
]

describe('default.requestParametersCheck', () => {
  it.each(cases)('%j of %j', async (parameters, request, passed, reason) => {
    const subject = { request: request as never }
    expect(await evaluateWith('default.requestParametersCheck', parameters, subject)).toMatchObject({
      passed,
      reason,
    })
  })

  it('reports a few violations, and counts them all', async () => {
    const keys = Array.from({ length: 20 }, (_, at) => `p${at}`)
    const request = Object.fromEntries(keys.map(key => [key, 1]))
    const finding = await evaluateWith(
      'default.requestParametersCheck',
      { params: { blockedKeys: keys } },
      { request },
    )
    expect(finding.facts).toEqual({ broken: 20 })
    expect(finding.reason.length).toBeLessThan(300)
  })
})
