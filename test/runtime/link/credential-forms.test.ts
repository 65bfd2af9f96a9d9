// How a key is sent: each provider gets it in its own header format, wherever the caller sent it.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

type Row = readonly [form: string, provider: string, header: string, value: string]

const FORMS: readonly Row[] = [
  ['as a bearer token', 'groq', 'authorization', 'Bearer main-key'],
  ['in a header of its own', 'elevenlabs', 'xi-api-key', 'main-key'],
  ['with another scheme', 'deepgram', 'authorization', 'Token main-key'],
  ['without a scheme in authorization', 'assemblyai', 'authorization', 'main-key'],
]

const named = (headers: readonly string[] | undefined, name: string): readonly (string | undefined)[] =>
  (headers ?? []).flatMap((each, index) =>
    index % 2 === 0 && each.toLowerCase() === name ? [headers?.[index + 1]] : [],
  )

const NAMES = ['authorization', 'xi-api-key', 'x-api-key', 'api-key']

async function sent(provider: string, headers: Readonly<Record<string, string>>, key: object) {
  const manifest = { providers: { stored: { provider, ...key } } }
  const stage = createHarness({ manifest, script: [{ status: 200, text: '{}' }] })
  const { status } = await stage.call({ method: 'GET', path: '/projects', headers, body: '' })
  expect(status).toBe(200)
  const [request] = stage.upstream.sent
  return NAMES.flatMap(name => named(request?.headers, name).map(value => [name, value]))
}

describe('A key is sent', () => {
  it.each(FORMS)('%s to %s, from the manifest', async (_form, provider, header, value) => {
    const got = await sent(provider, { 'x-gateway-provider': '@stored' }, { api_key: '${env:MAIN_KEY}' })
    expect(got).toEqual([[header, value]])
  })

  it.each(FORMS)('%s to %s, from the caller', async (_form, provider, header, value) => {
    const headers = { 'x-gateway-provider': provider, authorization: 'Bearer main-key' }
    expect(await sent(provider, headers, { api_key: '${env:MAIN_KEY}' })).toEqual([[header, value]])
  })
})
