// Base URLs and paths of Azure in both forms.
import { describe, expect, test } from 'vitest'
import { azure, azureMessages, azureModels } from '../../../../runtime/providers/azure/azure.ts'
import type { RouteContext } from '../../../../runtime/values/adapter.ts'
import type { Routes } from '../../../../schemas/generated/types.ts'

type Route = keyof Routes

const DATED = '2024-10-21'
const pathFor = (
  route: Route,
  settings: RouteContext['settings'],
  more: Partial<RouteContext> = {},
  adapter = azure,
) => {
  const context = { model: 'gpt', defaults: {}, settings, ...more }
  return [adapter.path?.(route, context), adapter.model?.(route, context)]
}

describe('addresses', () => {
  const serverless = {
    cloud2_deployment_type: 'serverless',
    cloud2_deployment_name: 'phi-4',
    cloud2_region: 'eastus2',
  }
  const managed = {
    cloud2_deployment_type: 'managed',
    cloud2_endpoint_name: 'mine',
    cloud2_region: 'westeurope',
  }
  test.each([
    [azure, { resource_name: 'contoso' }, 'https://contoso.openai.azure.com/openai'],
    [azure, { cloud2_resource_name: 'Contoso' }, 'https://contoso.openai.azure.com/openai'],
    [
      azure,
      { resource_name: 'contoso.cognitiveservices.azure.com' },
      'https://contoso.cognitiveservices.azure.com/openai',
    ],
    [azure, serverless, 'https://phi-4.eastus2.models.ai.azure.com'],
    [azure, managed, 'https://mine.westeurope.inference.ml.azure.com'],
    [azureModels, serverless, 'https://phi-4.eastus2.models.ai.azure.com'],
    [azureModels, { resource_name: 'contoso' }, 'https://contoso.services.ai.azure.com/models'],
    [azureMessages, { resource_name: 'contoso' }, 'https://contoso.services.ai.azure.com/anthropic/v1'],
  ])('%#', (adapter, settings, address) => {
    expect(adapter.baseUrl?.(settings)).toBe(address)
  })

  test.each<[RouteContext['settings'], string]>([
    [{}, 'resource_name'],
    [{ resource_name: '' }, 'resource_name'],
    [{ resource_name: 7 }, 'resource_name'],
    [{ resource_name: 'a.evil.example' }, 'resource_name'],
    [{ resource_name: 'evil.example/x.openai.azure.com' }, 'resource_name'],
    [{ cloud2_resource_name: 'a@b' }, 'cloud2_resource_name'],
    [{ resource_name: 'a', api_version: 'soon' }, 'api_version'],
    [
      { resource_name: 'a', deployments: [{ deployment_id: 'd', api_version: '1&x=y' }] },
      'deployments[0].api_version',
    ],
    [{ cloud2_deployment_type: 'rented' }, 'cloud2_deployment_type'],
    [{ ...serverless, cloud2_region: 'x.y' }, 'cloud2_region'],
    [{ ...managed, cloud2_region: undefined }, 'cloud2_region'],
    [{ ...managed, cloud2_endpoint_name: '' }, 'cloud2_endpoint_name'],
  ])('no place: %j', (settings, param) => {
    expect(azure.baseUrl?.(settings)).toMatchObject({ code: 'invalid_request', param })
  })
})

describe('dated form: the deployment is in the path', () => {
  const settings = { api_version: DATED }
  test.each<[Route, string]>([
    ['chat/completions', `/deployments/gpt/chat/completions?api-version=${DATED}`],
    ['completions', `/deployments/gpt/completions?api-version=${DATED}`],
    ['embeddings', `/deployments/gpt/embeddings?api-version=${DATED}`],
    ['audio/speech', `/deployments/gpt/audio/speech?api-version=${DATED}`],
    ['audio/transcriptions', `/deployments/gpt/audio/transcriptions?api-version=${DATED}`],
    ['images/generations', `/deployments/gpt/images/generations?api-version=${DATED}`],
    ['images/edits', `/deployments/gpt/images/edits?api-version=${DATED}`],
    ['responses', `/responses?api-version=${DATED}`],
    ['files', `/files?api-version=${DATED}`],
    ['batches', `/batches?api-version=${DATED}`],
    ['fine_tuning/jobs', `/fine_tuning/jobs?api-version=${DATED}`],
    ['threads', `/threads?api-version=${DATED}`],
    ['models', `/models?api-version=${DATED}`],
    ['realtime', `/realtime?api-version=${DATED}&deployment=gpt`],
  ])('%s', (route, path) => expect(pathFor(route, settings)).toEqual([path, undefined]))

  test('resource paths keep their remainder', () => {
    expect(pathFor('batches', settings, { pathSuffix: '/b_1/cancel' })[0]).toBe(
      `/batches/b_1/cancel?api-version=${DATED}`,
    )
    expect(pathFor('files', settings, { pathSuffix: '?limit=5' })[0]).toBe(
      `/files?limit=5&api-version=${DATED}`,
    )
  })

  test('a deployment of the settings wins over the model, which the body may call otherwise', () => {
    const named = { ...settings, cloud2_deployment_id: 'prod 1', cloud2_model_name: 'gpt-6-sol' }
    expect(pathFor('chat/completions', named)).toEqual([
      `/deployments/prod%201/chat/completions?api-version=${DATED}`,
      'gpt-6-sol',
    ])
    expect(pathFor('responses', named)).toEqual([`/responses?api-version=${DATED}`, 'prod 1'])
  })

  test.each(['', '.', '..'])('the model %j names no deployment', model => {
    expect(pathFor('chat/completions', settings, { model })[0]).toMatchObject({ param: 'model' })
  })

  test('names cannot escape their path segment', () => {
    expect(pathFor('chat/completions', settings, { model: '../x?y#z' })[0]).toBe(
      `/deployments/..%2Fx%3Fy%23z/chat/completions?api-version=${DATED}`,
    )
  })
})

describe('v1 form: the deployment is the model', () => {
  test.each<[string | undefined, string]>([
    [undefined, ''],
    ['v1', ''],
    ['preview', '?api-version=preview'],
    ['latest', '?api-version=latest'],
  ])('version %s', (cloud2_api_version, query) => {
    expect(pathFor('chat/completions', { cloud2_api_version })).toEqual([
      `/v1/chat/completions${query}`,
      undefined,
    ])
  })

  test('a deployment becomes the model, unless it is the model already', () => {
    expect(pathFor('responses', { deployment_id: 'prod' })).toEqual(['/v1/responses', 'prod'])
    expect(pathFor('responses', { deployment_id: 'gpt' })).toEqual(['/v1/responses', undefined])
    expect(pathFor('responses', { cloud2_model_name: 'x' })).toEqual(['/v1/responses', 'x'])
    expect(pathFor('files', { deployment_id: 'prod' })).toEqual(['/v1/files', undefined])
  })

  test('threads are not there, sessions are', () => {
    expect(pathFor('threads', {})[0]).toMatchObject({ code: 'unsupported_endpoint' })
    expect(pathFor('realtime', { api_version: 'preview' })[0]).toBe(
      '/v1/realtime?api-version=preview&model=gpt',
    )
  })
})

describe('deployments: the model chooses among aliases', () => {
  const small = { deployment_id: 'd-small', alias: 'small', api_version: 'v1' }
  const large = { deployment_id: 'd-large', alias: 'large', api_version: DATED }
  const standard = { deployments: [small, { ...large, is_default: true }] }
  test.each<[string, RouteContext['settings'], unknown]>([
    ['small', standard, ['/v1/chat/completions', 'd-small']],
    ['large', standard, [`/deployments/d-large/chat/completions?api-version=${DATED}`, undefined]],
    ['other', standard, [`/deployments/d-large/chat/completions?api-version=${DATED}`, undefined]],
    ['other', { deployments: [small], deployment_id: 'mine' }, ['/v1/chat/completions', 'mine']],
  ])('%s of %j', (model, settings, expected) => {
    expect(pathFor('chat/completions', settings, { model })).toEqual(expected)
  })

  test('without a default an unknown model is rejected with all aliases', () => {
    expect(pathFor('embeddings', { deployments: [small, large] }, { model: 'x' })[0]).toMatchObject({
      code: 'invalid_request',
      param: 'model',
      message: 'No deployment has the alias "x", and none is the default. Aliases: small, large.',
    })
  })

  test('requests without a model use the version of the default deployment, else of the first', () => {
    expect(pathFor('files', standard)[0]).toBe(`/files?api-version=${DATED}`)
    expect(pathFor('files', { deployments: [small, large] })[0]).toBe('/v1/files')
  })

  test.each([7, 'x', [null, 7, {}], [{ alias: 'x' }]])('a list that is none is none: %j', deployments => {
    expect(pathFor('chat/completions', { deployments })).toEqual(['/v1/chat/completions', undefined])
  })
})

describe('model inference deployments', () => {
  const serverless = { cloud2_deployment_type: 'serverless', cloud2_api_version: '2024-05-01-preview' }
  const managed = { cloud2_deployment_type: 'managed' }
  test.each<[RouteContext['settings'], unknown]>([
    [serverless, ['/chat/completions?api-version=2024-05-01-preview', undefined]],
    [
      { ...serverless, cloud2_model_name: 'phi' },
      ['/chat/completions?api-version=2024-05-01-preview', 'phi'],
    ],
    [managed, ['/v1/chat/completions', undefined]],
    [{ ...managed, api_version: DATED }, [`/chat/completions?api-version=${DATED}`, undefined]],
  ])('%j', (settings, expected) => {
    expect(pathFor('chat/completions', settings)).toEqual(expected)
    expect(pathFor('chat/completions', settings, {}, azureModels)).toEqual(expected)
  })

  test('of a resource, with the version of the provider spec unless one is set', () => {
    const defaults = { api_version: '2024-05-01-preview' }
    expect(pathFor('embeddings', {}, { defaults }, azureModels)).toEqual([
      '/embeddings?api-version=2024-05-01-preview',
      undefined,
    ])
    expect(pathFor('chat/completions', { api_version: DATED, deployment_id: 'd' }, {}, azureModels)).toEqual([
      `/chat/completions?api-version=${DATED}`,
      'd',
    ])
  })

  test('unsupported routes and invalid versions are rejected', () => {
    expect(pathFor('images/edits', serverless)[0]).toMatchObject({ code: 'unsupported_endpoint' })
    expect(pathFor('chat/completions', { ...serverless, cloud2_api_version: 'v1' })[0]).toMatchObject({
      param: 'cloud2_api_version',
    })
  })
})

describe('paths that are passed through have the version that they lack', () => {
  test.each([
    [{}, '/responses/r_1', '/v1/responses/r_1'],
    [{ api_version: 'preview' }, '/evals?limit=1', '/v1/evals?limit=1&api-version=preview'],
    [{ api_version: DATED }, '/assistants', `/assistants?api-version=${DATED}`],
    [{ api_version: DATED }, '/assistants?api-version=x', '/assistants?api-version=x'],
    [{ cloud2_deployment_type: 'managed' }, '/score', '/score'],
  ])('%j %s', (settings, path, expected) => {
    expect(azure.passThroughPath?.(path, settings)).toBe(expected)
  })
})
