// URLs of Azure's and of Gemini's clients: the URL below /v1 that each stands for, and the model that it names.
import { describe, expect, it } from 'vitest'
import { modelOfPath } from '../../../runtime/gateway/model-name.ts'
import { azureUrl } from '../../../runtime/values/azure-url.ts'
import { geminiRequest, geminiUrl } from '../../../runtime/values/gemini-path.ts'

describe('a URL of an Azure client', () => {
  it.each([
    ['/openai/deployments/d/chat/completions?api-version=1', '/v1/chat/completions', 'd'],
    ['/openai/deployments/@a/m/embeddings?a=1&api-version=1&b=2', '/v1/embeddings?a=1&b=2', '@a/m'],
    ['/openai/deployments/%40a%2Fm%2Fn/audio/speech', '/v1/audio/speech', '@a/m/n'],
    ['/openai/deployments/d', undefined, undefined],
    ['/openai/deployments', undefined, undefined],
    ['/openai/v1/responses/r1?api-version=preview', '/v1/responses/r1', undefined],
    ['/openai/files?api-version=1&limit=2', '/v1/files?limit=2', undefined],
    ['/openai/realtime?api-version=1&deployment=%40a%2Fd', '/v1/realtime?model=%40a%2Fd', undefined],
  ])('%s is %s of %s', (url, below, model) => {
    expect(azureUrl(url)).toBe(below)
    expect(modelOfPath(url.split('?', 1)[0] ?? '')).toBe(model)
  })

  it.each(['/openai', '/openaix/v1/files', '/v1/openai/files', '/v1beta/openai/x'])('%s is none', url => {
    expect(azureUrl(url)).toBeUndefined()
  })
})

describe('a path of a Gemini client', () => {
  it.each([
    ['/v1beta/models/m:generateContent', 'm', 'generateContent'],
    ['/v1beta/models/@a/m:x:countTokens', '@a/m:x', 'countTokens'],
    ['/v1beta/tunedModels/t:generateContent', 'tunedModels/t', 'generateContent'],
    ['/v1beta/models/m', undefined, undefined],
    ['/v1beta/cachedContents/c:other', undefined, undefined],
    ['/v1/models/m:embedContent', 'm', 'embedContent'],
    ['/v1alpha/models/@a/m:generateContent', '@a/m', 'generateContent'],
    ['/v1beta/@a/m:generateContent', '@a/m', 'generateContent'],
    ['/v1/interactions/i1', undefined, undefined],
    ['/upload/v1beta/files', undefined, undefined],
  ])('%s names the model %s', (pathname, model, method) => {
    expect(geminiRequest(pathname)).toMatchObject({ model, method })
  })

  it.each([
    '/v1/models/ft:gpt-6-sol:org::id',
    '/v1/models',
    '/v1beta',
    '/upload/v2/files',
    '/v1/interactionsx',
    '/v1/proxy/models/m:generateContent',
  ])('%s is of another client', pathname => {
    expect(geminiRequest(pathname)).toBeUndefined()
  })

  it('is below the base path', () => {
    expect(geminiUrl('/v1beta/models?pageSize=1')).toBe('/v1/models?pageSize=1')
    expect(geminiUrl('/v1alpha/auth_tokens')).toBe('/v1/auth_tokens')
    expect(geminiUrl('/upload/v1beta/files?upload_id=1')).toBe('/v1/upload/v1beta/files?upload_id=1')
    expect(geminiUrl('/upload/v1/files')).toBe('/v1/upload/v1/files')
    expect(geminiUrl('/upload/v2/files')).toBeUndefined()
  })
})
