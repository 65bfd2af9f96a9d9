// Errors of every provider to clients of Gemini and of Bedrock: status and name are those of the vendor's own error of that kind. Python's
// packages of both are compared in the deep tier (`test/clients/errors/`).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SpecificKind } from '../../../schemas/generated/error-kinds.ts'
import { ROWS, serve } from '../../clients/errors/serve.ts'
import type { ServedSuite } from '../../clients/run.ts'
import { ENTRANCE_ERRORS } from '../../runtime/link/error-targets.ts'

let suite: ServedSuite
beforeAll(async () => {
  suite = await serve()
})
afterAll(() => suite.close())

const post = async (path: string, body: object) => {
  const reply = await fetch(`${suite.env['GATEWAY']}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    status: reply.status,
    headers: reply.headers,
    json: (await reply.json()) as Record<string, unknown>,
  }
}

const others = (own: string) => ROWS.filter(({ provider }) => provider !== own)

describe('a client of Gemini', () => {
  it.each(others('google'))('gets $kind of $model', async ({ model, kind, status }) => {
    const reply = await post(`/v1beta/models/${model}:generateContent`, {
      contents: [{ parts: [{ text: 'Hi' }] }],
    })
    const own = ENTRANCE_ERRORS.gemini[kind as SpecificKind]
    const { error } = own.body as { readonly error: { readonly status: string; readonly message: string } }
    expect(reply.status).toBe(kind === 'invalid_request' ? status : own.status)
    expect(reply.json).toMatchObject({ error: { code: reply.status, status: error.status } })
    const { details } = reply.json['error'] as { readonly details: readonly Record<string, unknown>[] }
    expect(details.find(each => 'retryDelay' in each)?.['retryDelay']).toBe('7s')
    if (kind === 'key') expect(details[0]).toMatchObject({ reason: 'API_KEY_INVALID' })
    if (kind === 'context_length')
      expect(JSON.stringify(reply.json)).toMatch(
        /input token count.*exceeds the maximum number of tokens allowed/,
      )
  })
})

describe('a client of Converse', () => {
  it.each(others('bedrock'))('gets $kind of $model', async ({ model, kind }) => {
    const body = { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] }
    const reply = await post(`/bedrock/model/${encodeURIComponent(model)}/converse`, body)
    const own = ENTRANCE_ERRORS.converse[kind as SpecificKind]
    expect(reply.status).toBe(own.status)
    expect(reply.headers.get('x-amzn-errortype')).toBe(own.headers?.['x-amzn-errortype'])
    expect(reply.headers.get('x-amzn-requestid')).toMatch(/./)
    expect(Object.keys(reply.json)).toEqual(['message'])
    if (kind === 'context_length')
      expect(reply.json['message']).toMatch(/^Input is too long for requested model/)
  })

  it.each(ROWS.filter(({ provider }) => provider === 'bedrock'))(
    'gets the error of Bedrock as it came: $kind',
    async ({ model, status, body }) => {
      const request = { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] }
      const reply = await post(`/bedrock/model/${encodeURIComponent(model)}/converse`, request)
      expect([reply.status, reply.json]).toEqual([status, body])
    },
  )
})

describe('at the entrance of its vendor an error is as it came', () => {
  const messages = [{ role: 'user', content: 'Hi' }]
  const PATHS: Readonly<Record<string, string>> = {
    openai: '/openai/v1/chat/completions',
    anthropic: '/anthropic/v1/messages',
    mistral: '/mistral/v1/chat/completions',
    cohere: '/cohere/v2/chat',
    google: '/google/v1beta/models/MODEL:generateContent',
  }
  it.each(ROWS.filter(({ provider }) => Object.hasOwn(PATHS, provider)))(
    '$provider $status $kind',
    async ({ provider, status, body, row }) => {
      const model = `row-${row}`
      const path = (PATHS[provider] ?? '').replace('MODEL', model)
      const request = provider === 'google' ? { contents: [] } : { model, max_tokens: 5, messages }
      const reply = await post(path, request)
      expect([reply.status, reply.json]).toEqual([status, body])
    },
  )
})
