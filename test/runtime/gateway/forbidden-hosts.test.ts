// `custom_hosts: false` of the gateway and of a key (semantics, section 12): callers name no host of a provider.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { createHarness } from '../../support/harness.ts'

const HOST = 'https://models.example.com/v1'
const key = (id: string, settings: object) => ({
  id,
  hash: `sha256:${createHash('sha256').update(`key-${id}`).digest('hex')}`,
  ...settings,
})
const no = { custom_hosts: false }
const yes = { custom_hosts: true }

/** The reply to a call with these headers. */
const reply = (manifest: object, headers: Readonly<Record<string, string>>) =>
  createHarness({
    manifest: { providers: { mock: { provider: 'mock' } }, ...manifest },
    configs: { saved: { provider: 'openai', api_key: '${env:KEY}', custom_host: HOST } },
    script: [{ status: 200, body: {} }],
  }).call({ headers })

describe('custom_hosts: false', () => {
  const asHeader = {
    'x-gateway-provider': 'openai',
    authorization: 'Bearer sk',
    'x-gateway-custom-host': HOST,
  }
  it.each<readonly [string, object, readonly [number, number]]>([
    ['without the setting both keys may name hosts', { api_keys: [key('a', {}), key('b', {})] }, [200, 200]],
    ['of a key applies to that key', { api_keys: [key('a', no), key('b', {})] }, [403, 200]],
    ['of the gateway applies to all keys', { ...no, api_keys: [key('a', {}), key('b', {})] }, [403, 403]],
    [
      'of the gateway is overridden by a key’s',
      { ...no, api_keys: [key('a', yes), key('b', {})] },
      [200, 403],
    ],
  ])('%s', async (_title, manifest, expected) => {
    const statuses: number[] = []
    for (const id of ['a', 'b'])
      statuses.push((await reply(manifest, { 'x-gateway-api-key': `key-${id}`, ...asHeader })).status)
    expect(statuses).toEqual(expected)
  })

  const target = { provider: 'openai', api_key: 'sk', custom_host: HOST }
  const spelled = JSON.stringify(target).replace('custom_host', String.raw`custom\u005fhost`)
  it.each<readonly [string, string]>([
    ['in a config', JSON.stringify(target)],
    ['in a target', JSON.stringify({ strategy: { mode: 'fallback' }, targets: [{ targets: [target] }] })],
    ['in an escaped spelling', spelled],
  ])('refuses one %s of a header with a sentence', async (_title, config) => {
    const { status, json } = await reply(no, { 'x-gateway-config': config })
    expect([status, json]).toMatchObject([
      403,
      {
        error: {
          code: 'forbidden',
          message: expect.stringMatching(/x-gateway-config.*"custom_hosts" is false/),
        },
      },
    ])
  })

  it.each<readonly [string, Readonly<Record<string, string>>, number]>([
    ['a saved config', { 'x-gateway-config': 'saved' }, 200],
    ['a config without a host', { 'x-gateway-config': '{"provider":"@mock"}' }, 200],
    [
      'what only looks like one',
      { 'x-gateway-config': '{"provider":"@mock","override_params":{"user":"custom_host"}}' },
      200,
    ],
    ['a config that is not JSON, which is rejected as such', { 'x-gateway-config': '{"custom_host"' }, 400],
  ])('leaves %s alone', async (_title, headers, status) => {
    expect((await reply(no, headers)).status).toBe(status)
  })
})
