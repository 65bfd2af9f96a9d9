// Parsing of the gateway's request headers.
import { describe, expect, it } from 'vitest'
import { parseModelName } from '../../../runtime/gateway/model-name.ts'
import {
  PEER_HEADERS,
  readMetadata,
  readRequestOptions,
  traceIdOf,
} from '../../../runtime/gateway/request-options.ts'
import { isFailure } from '../../../runtime/values/failures.ts'

const read = (...headers: readonly string[]) => {
  const surface = readRequestOptions(headers, 'x-gateway-')
  return isFailure(surface) ? surface.message : surface.options
}

describe('The alias of a setting', () => {
  it('is read as a header, too', () => {
    expect(read('x-gateway-azure-entra-scope', 'https://scope/.default')).toMatchObject({
      settings: { cloud2_entra_scope: 'https://scope/.default' },
    })
  })
})

describe('Portkey headers', () => {
  const PEER = ['x-portkey-aws-region', 'eu-west-1', 'X-Portkey-OpenAI-Project', 'p'] as const

  it('mean those of the interface', () => {
    const surface = readRequestOptions(
      [...PEER, 'x-portkey-strict-open-ai-compliance', 'false'],
      'x-portkey-',
      PEER_HEADERS,
    )
    expect(surface).toMatchObject({
      options: { settings: { cloud1_region: 'eu-west-1', vendor_project: 'p' }, strict: false },
    })
  })

  it('mean nothing without the setting', () => {
    expect(readRequestOptions(PEER, 'x-portkey-')).toMatchObject({ options: { settings: {} } })
  })

  it('may not repeat a header under both names', () => {
    const both = [...PEER, 'x-portkey-cloud1-region', 'eu-west-2']
    expect(readRequestOptions(both, 'x-portkey-', PEER_HEADERS)).toMatchObject({
      message: 'The header x-portkey-cloud1-region is repeated.',
    })
  })
})

describe("The gateway's headers", () => {
  it('are case-insensitive', () => {
    expect(read('X-Gateway-Provider', '@main', 'x-gateway-CONFIG', 'c')).toMatchObject({
      provider: '@main',
      config: 'c',
    })
  })

  it.each<readonly [string, readonly string[], RegExp]>([
    ['a repeated header', ['x-gateway-config', 'a', 'X-Gateway-Config', 'a'], /x-gateway-config is repeated/],
    ['two keys', ['x-gateway-api-key', 'a', 'x-gateway-api-key', 'b'], /is repeated/],
    ['two credentials', ['authorization', 'a', 'Authorization', 'b'], /authorization is repeated/],
    ['a repeated setting', ['x-gateway-vendor-project', 'a', 'x-gateway-vendor-project', 'b'], /is repeated/],
    [
      'a refresh that is neither true nor false',
      ['x-gateway-cache-force-refresh', 'yes'],
      /"true" or "false"/,
    ],
    ['invalid names', ['x-gateway-forward-headers', 'a b'], /header names/],
    ['a list that is not JSON', ['x-gateway-forward-headers', '[a'], /header names/],
    ['a list of something else', ['x-gateway-forward-headers', '[1]'], /header names/],
  ])('%s is rejected', (_title, headers, message) => {
    expect(read(...headers)).toMatch(message)
  })

  it('settings are read by the names of the schema', () => {
    expect(read('x-gateway-vendor-project', 'p')).toMatchObject({ settings: { vendor_project: 'p' } })
  })
})

describe('The model', () => {
  it.each<readonly [string, string | undefined, string]>([
    ['@main/gpt', 'main', 'gpt'],
    ['@main/a/b', 'main', 'a/b'],
    ['@other/gpt', undefined, '@other/gpt'],
    ['@main', undefined, '@main'],
    ['main/gpt', undefined, 'main/gpt'],
    ['@/gpt', undefined, '@/gpt'],
    ['@main/', 'main', ''],
    ['', undefined, ''],
  ])('%j', (text, slug, model) => {
    expect(parseModelName(text, name => (name === 'main' ? name : undefined))).toEqual({ slug, model })
  })
})

describe('Metadata', () => {
  it.each<readonly [string | undefined, object | undefined]>([
    [undefined, {}],
    ['', {}],
    ['{"a":1}', { a: 1 }],
    ['null', undefined],
    ['1', undefined],
    ['[]', undefined],
    ['{', undefined],
  ])('%j', (text, expected) => {
    const metadata = readMetadata(text, 'x-gateway-')
    expect(isFailure(metadata) ? undefined : metadata).toEqual(expected)
  })
})

describe('The trace', () => {
  const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  it.each<readonly [string | undefined, string | undefined, string]>([
    ['mine', PARENT, 'mine'],
    [undefined, PARENT, '0af7651916cd43dd8448eb211c80319c'],
    [undefined, undefined, 'new'],
    ['', undefined, 'new'],
    ['two words', undefined, 'new'],
    ['x'.repeat(129), undefined, 'new'],
    ['naïve', PARENT, '0af7651916cd43dd8448eb211c80319c'],
    [undefined, PARENT.replace(/-[^-]{32}-/, `-${'0'.repeat(32)}-`), 'new'],
    [undefined, 'nonsense', 'new'],
    [undefined, PARENT.replace(/^00/, 'ff'), 'new'],
    [undefined, `${PARENT}-more`, 'new'],
    [undefined, PARENT.replace(/^00/, 'cc'), '0af7651916cd43dd8448eb211c80319c'],
    [undefined, `${PARENT.replace(/^00/, 'cc')}-more`, '0af7651916cd43dd8448eb211c80319c'],
    [undefined, `${PARENT.replace(/^00/, 'cc')}more`, 'new'],
  ])('%j and %j: %s', (traceHeader, parent, expected) => {
    expect(traceIdOf(traceHeader, parent, () => 'new')).toBe(expected)
  })
})
