// Semantics, section 11: a gateway without keys is protected from browsers on the same machine. Requests are allowed by
// their headers only.
import { describe, expect, it } from 'vitest'
import { linkBrowserGuard } from '../../../runtime/gateway/browser-guard.ts'
import { rejectAmbiguousHead } from '../../../runtime/http/request-head.ts'

const KEY = { id: 'a', hash: 'ab'.repeat(32), workspace: 'default', scopes: ['inference'] }
const listen = { host: '127.0.0.1', port: 8787 }
const HOST = 'localhost:8787'

type Listen = Parameters<typeof linkBrowserGuard>[0]['listen']

function codeOf(headers: readonly string[], more: Partial<Listen> = {}, authority?: string) {
  const guard = linkBrowserGuard({ apiKeys: [], listen: { ...listen, ...more } })
  return guard?.(headers, authority)?.code
}
const from = (...headers: readonly string[]) => ['Host', HOST, ...headers]

describe('Host', () => {
  it.each([
    'localhost',
    'localhost:8787',
    'LOCALHOST:8787',
    'app.localhost',
    'a.b.localhost:1',
    '127.0.0.1',
    '127.0.0.1:8787',
    '127.1.2.255:65535',
    '[::1]',
    '[::1]:8787',
  ])('%s is a loopback name or address', host => {
    expect(codeOf(['Host', host])).toBeUndefined()
  })

  it.each([
    '',
    'evil.example',
    'evil.example:8787',
    'localhost.evil.example',
    'localhost.',
    'notlocalhost',
    '.localhost',
    'a..localhost',
    '127.0.0.1.evil.example',
    '127.0.0.256',
    '127.0.0',
    '128.0.0.1',
    '0.0.0.0:8787',
    '192.168.0.5',
    '[::]',
    '[::2]:8787',
    '::1',
    'localhost:8787@evil.example',
    'evil.example#localhost',
    'localhost:x',
    'localhost:8787:8787',
    'localhost, evil.example',
    'gateway.internal',
  ])('%j is rejected', host => {
    expect(codeOf(['Host', host])).toBe('forbidden')
  })

  it('is required', () => {
    expect(codeOf([])).toBe('forbidden')
  })

  it.each<readonly [string, string | undefined]>([
    ['gateway.internal', undefined],
    ['Gateway.Internal:8787', undefined],
    ['other.test:80', undefined],
    ['other.test', 'forbidden'],
    ['other.test:81', 'forbidden'],
    ['a.gateway.internal', 'forbidden'],
    ['[fd00::1]:8787', undefined],
    ['localhost', undefined],
  ])('%s with listen.hosts', (host, code) => {
    const hosts = ['[fd00::1]', 'gateway.internal', 'other.test:80']
    expect(codeOf(['Host', host], { hosts })).toBe(code)
  })

  it('of a target in absolute form is checked as well', () => {
    expect(codeOf(from(), {}, '127.0.0.1:8787')).toBeUndefined()
    expect(codeOf(from(), {}, 'evil.example')).toBe('forbidden')
  })
})

describe('Origin', () => {
  it.each([`http://${HOST}`, `https://${HOST}`])('%s is the same origin', origin => {
    expect(codeOf(from('Origin', origin))).toBeUndefined()
  })

  it.each<readonly [string, string, string | undefined]>([
    ['127.0.0.1', 'http://127.0.0.1', undefined],
    ['127.0.0.1:80', 'http://127.0.0.1', undefined],
    ['127.0.0.1', 'https://127.0.0.1', undefined],
    ['127.0.0.1:443', 'https://127.0.0.1', undefined],
    ['127.0.0.1:80', 'https://127.0.0.1', 'forbidden'],
    ['[::1]:8787', 'http://[::1]:8787', undefined],
    ['LOCALHOST:8787', 'http://localhost:8787', undefined],
    ['127.0.0.1:8787', 'http://localhost:8787', 'forbidden'],
  ])('to the host %s from %s', (host, origin, code) => {
    expect(codeOf(['Host', host, 'Origin', origin])).toBe(code)
  })

  it.each([
    'null',
    '',
    'https://evil.example',
    'http://localhost',
    'http://localhost:3000',
    'http://evil.localhost:8787',
    `http://${HOST}.evil.example`,
    `http://evil.example@${HOST}`,
    `http://${HOST}/`,
    `file://${HOST}`,
    `chrome-extension://${HOST}`,
    `http://${HOST}, https://evil.example`,
    '*',
  ])('%j is another origin', origin => {
    expect(codeOf(from('origin', origin))).toBe('forbidden')
  })

  it('that is repeated is rejected', () => {
    expect(codeOf(from('origin', `http://${HOST}`, 'origin', `http://${HOST}`))).toBe('forbidden')
  })
})

describe('Sec-Fetch-Site', () => {
  it.each<readonly [string, string | undefined]>([
    ['none', undefined],
    ['same-origin', undefined],
    ['same-site', 'forbidden'],
    ['cross-site', 'forbidden'],
    ['', 'forbidden'],
    ['none, cross-site', 'forbidden'],
    ['Cross-Site', 'forbidden'],
  ])('%j', (site, code) => {
    expect(codeOf(from('Sec-Fetch-Site', site))).toBe(code)
  })

  it('that is repeated is not trusted', () => {
    expect(codeOf(from('sec-fetch-site', 'none', 'sec-fetch-site', 'none'))).toBe('forbidden')
  })

  it('does not allow another origin', () => {
    expect(codeOf(from('sec-fetch-site', 'none', 'origin', 'null'))).toBe('forbidden')
  })
})

describe('A proxy', () => {
  it.each([
    'Forwarded',
    'X-Forwarded-For',
    'x-forwarded-host',
    'X-Forwarded-Proto',
    'x-forwarded-anything',
    'Via',
    'X-Real-IP',
    'CF-Connecting-IP',
  ])('that sends %s is rejected unless listen.behind_proxy', name => {
    expect(codeOf(from(name, '203.0.113.7'))).toBe('forbidden')
    expect(codeOf(from(name, '203.0.113.7'), { behindProxy: true })).toBeUndefined()
  })

  it('allows neither another host nor another origin', () => {
    expect(codeOf(['Host', 'evil.example', 'forwarded', 'x'], { behindProxy: true })).toBe('forbidden')
    expect(codeOf(from('forwarded', 'x', 'origin', 'null'), { behindProxy: true })).toBe('forbidden')
  })
})

describe('A gateway with keys', () => {
  it('checks none of it', () => {
    expect(linkBrowserGuard({ apiKeys: [KEY], listen })).toBeUndefined()
  })

  it('checks none of it where they are required and there are none, since every call is 401', () => {
    expect(linkBrowserGuard({ apiKeys: [], authentication: 'required', listen })).toBeUndefined()
  })
})

describe('Host more than once, and transfer codings', () => {
  it.each<readonly [readonly string[], string | undefined]>([
    [['Host', 'a'], undefined],
    [['accept', '*/*', 'x-host', 'b'], 'invalid_request'],
    [['Host', 'a', 'accept', '*/*', 'HOST', 'a'], 'invalid_request'],
    [['Host', 'a', 'Transfer-Encoding', ' Chunked'], undefined],
    [['Host', 'a', 'transfer-encoding', 'gzip, chunked'], 'not_implemented'],
    [['Host', 'a', 'transfer-encoding', 'gzip', 'Transfer-Encoding', 'chunked'], 'not_implemented'],
    [['Host', 'a', 'transfer-encoding', 'chunked', 'transfer-encoding', 'chunked'], 'not_implemented'],
    [['Host', 'a', 'transfer-encoding', ''], 'not_implemented'],
  ])('%j', (headers, code) => {
    expect(rejectAmbiguousHead(headers, '1.1')?.code).toBe(code)
  })
})
