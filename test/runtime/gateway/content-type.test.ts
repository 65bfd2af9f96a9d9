// Semantics, section 11: JSON routes require a JSON content type, always; a page of another origin can send text, forms
// and bodies without a type without a CORS preflight.
import { describe, expect, it } from 'vitest'
import { validateHead } from '../../../runtime/gateway/admit-request.ts'
import { readRequestOptions } from '../../../runtime/gateway/request-options.ts'
import { isFailure } from '../../../runtime/values/failures.ts'

function codeOf(path: string, contentType: string | undefined, method = 'POST', proxied = false) {
  const headers = contentType === undefined ? [] : ['content-type', contentType]
  const surface = readRequestOptions(headers, 'x-gateway-')
  if (isFailure(surface)) throw new Error(surface.message)
  return validateHead({ method, path, proxied }, surface)?.code
}

const JSON_ROUTES = [
  '/chat/completions',
  '/chat/completions?a=b',
  '/completions',
  '/embeddings',
  '/rerank',
  '/moderations',
  '/responses',
  '/messages',
  '/messages/count_tokens',
  '/audio/speech',
  '/images/generations',
  '/batches',
  '/fine_tuning/jobs',
  '/threads/runs',
  '/threads/t1/runs',
]

describe.each(JSON_ROUTES)('%s', path => {
  it.each([
    undefined,
    '',
    'text/plain',
    'text/plain;charset=UTF-8',
    'text/plain;x=application/json',
    'text/plain; charset=json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=json',
    'application/jsonp',
    'application/json, text/plain',
  ])('rejects %j', type => {
    expect(codeOf(path, type)).toBe('unsupported_media_type')
  })

  it.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'text/json',
    'application/vnd.x+json ;v=1',
  ])('accepts %j', type => {
    expect(codeOf(path, type)).toBeUndefined()
  })
})

describe('A proxied path that is a JSON route', () => {
  it('requires a JSON content type too', () => {
    expect(codeOf('/chat/completions', undefined, 'POST', true)).toBe('unsupported_media_type')
    expect(codeOf('/chat/completions', 'application/json', 'POST', true)).toBeUndefined()
  })
})

describe('Any content type, and none, is accepted', () => {
  it.each<readonly [string, string, string | undefined]>([
    ['POST', '/batches/b1/cancel', undefined],
    ['POST', '/uploads/u1/parts', 'multipart/form-data; boundary=b'],
    ['POST', '/listen', 'audio/wav'],
    ['POST', '/anything', undefined],
    ['PUT', '/anything', 'text/plain'],
    ['GET', '/batches', undefined],
  ])('by %s %s', (method, path, type) => {
    expect(codeOf(path, type, method)).toBeUndefined()
  })
})
