// default.maliciousUrls: links by form and by list, what is none, and redaction.
import { describe, expect, it } from 'vitest'
import { decodeHost } from '../../../../runtime/guardrails/detect/links/host-names.ts'
import { evaluateWith } from './evaluate-with.ts'

const factsOf = async (text: string, parameters: object = {}) =>
  (await evaluateWith('default.maliciousUrls', parameters, [text])).facts ?? {}

const FOUND: readonly (readonly [kind: string, text: string, parameters?: object])[] = [
  ['USERINFO', 'Sign in at https://www.example.com@203.0.113.7/login now.'],
  ['USERINFO', 'https://accounts.example.com:443@evil.example.net/'],
  ['USERINFO', 'https://example.com%2Flogin%2F@evil.example.net'],
  ['USERINFO', '[log in](https://example.org@evil.example.net/a)'],
  ['NUMERIC_ADDRESS', 'see http://3405803783/pay'],
  ['NUMERIC_ADDRESS', 'see http://0xcb007107/pay'],
  ['NUMERIC_ADDRESS', 'see http://0313.0.0161.07/pay'],
  ['NUMERIC_ADDRESS', 'see http://203.0.28935/'],
  ['HOMOGRAPH', 'Visit https://\u0430pple.com/id today'],
  ['HOMOGRAPH', 'Visit https://xn--80ak6aa92e.com/ today'],
  ['HOMOGRAPH', 'Visit https://p\u0430y-portal.com/'],
  ['HOMOGRAPH', 'https://examp1e.com/', { protectedHosts: ['example.com'] }],
  ['HOMOGRAPH', 'https://\u00e9xample.com/', { protectedHosts: ['example.com'] }],
  ['HOMOGRAPH', 'https://login.example.com.evil.net/', { protectedHosts: ['example.com'] }],
  ['HOMOGRAPH', 'https://example.com-login.evil.net/', { protectedHosts: ['example.com'] }],
  ['SCRIPT', '[continue](javascript:alert(1))'],
  ['SCRIPT', '<a href="java&#x09;script:steal()">continue</a>'],
  ['SCRIPT', '[continue](data:text/html;base64,PHNjcmlwdD4=)'],
  ['SCRIPT', '[1]: vbscript:msgbox(1)'],
  ['LINK_TEXT', '[https://bank.example.com](https://evil.example.net/x)'],
  ['LINK_TEXT', '[bank.com](https://evil.example.net/x)'],
  ['LINK_TEXT', '[www.bank.co.uk/login](https://evil.co.uk/x)'],
  ['LINK_TEXT', '<a class="b" href="https://evil.example.net">https://bank.example.com/pay</a>'],
  ['SHORTENER', 'https://bit.ly/3abcde', { categories: ['SHORTENER'] }],
  ['BLOCKED_HOST', 'https://cdn.evil.example/x.js', { blockedHosts: ['evil.example'] }],
  ['BLOCKED_HOST', 'just open cdn.evil.example and sign in', { blockedHosts: ['evil.example'] }],
  ['BLOCKED_HOST', 'https://xn--bcher-kva.example/', { blockedHosts: ['B\u00fccher.example'] }],
  ['BLOCKED_HOST', '[a](//evil.example/x)', { blockedHosts: ['evil.example'] }],
  ['BLOCKED_HOST', 'ftp://evil.example./x', { blockedHosts: ['evil.example'] }],
  ['BLOCKED_HOST', 'https://evil\u200b.example/x', { blockedHosts: ['evil.example'] }],
  ['BLOCKED_TLD', 'https://update.zip/install', { blockedTlds: ['zip'] }],
  ['BLOCKED_TLD', 'https://update.zip', { blockedTlds: ['.ZIP'] }],
  ['UNLISTED_HOST', 'https://example.net/', { allowedHosts: ['example.com'] }],
]

const LISTS = { protectedHosts: ['example.com'], blockedHosts: ['evil.example'], blockedTlds: ['zip', 'mov'] }

const HARMLESS: readonly (readonly [text: string, parameters?: object])[] = [
  ['The docs are at https://docs.example.com/a?next=https://example.org&mail=a.b@example.com.'],
  ['git clone https://deploy-token:secret@gitlab.example.com/group/project.git'],
  ['Profile: https://social.example/@anna.berg and https://medium.example/@anna.com'],
  ['curl http://127.0.0.1:8787/v1/models; curl http://[::1]:8787/; ping 10.0.0.1'],
  [
    'https://b\u00fccher.example/ https://\u0440\u0443\u0441\u0441\u043a\u0438\u0439.\u0440\u0444/ https://\u4f8b\u3048.jp/ https://xn--mnchen-3ya.de/',
  ],
  ['https://\u043f\u043e\u0447\u0442\u0430.com/ https://\u03b5\u03bb\u03bb\u03ac\u03b4\u03b1.gr/'],
  ['[Node.js](https://nodejs.org), [Next.js](https://nextjs.org/docs), [README.md](https://git.example/r)'],
  ['[ASP.NET](https://dotnet.microsoft.com) and [Socket.IO](https://socket.example/)'],
  [
    '[example.com](https://www.example.com/a) [www.example.com](https://example.com) [https://a.bank.co.uk](https://b.bank.co.uk/)',
  ],
  [
    '<a href="javascript:void(0)">more</a> <a href="#top">top</a> <a href="/a">a</a> <a href="mailto:a@b.example">b</a>',
  ],
  ['![logo](data:image/png;base64,iVBORw0KGgo=) and a colon javascript: the good parts'],
  ['const list = items[i](x); type A = Record<string, [a, b]>; a.b.c(d)'],
  ['https://bit.ly/3abcde', {}],
  ['Unpack archive.zip, then open movie.mov and notevil.example', LISTS],
  ['https://www.example.com/ https://api.example.com:8443/v1 https://example.org/', LISTS],
  ['https://example.com/ https://a.example.com', { allowedHosts: ['example.com'] }],
  ['https://example.net/', { allowedHosts: [] }],
]

describe('default.maliciousUrls', () => {
  it.each(FOUND.map(([kind, text, parameters = {}]) => [kind, text, parameters] as const))(
    'finds %s in %j %j',
    async (kind, text, parameters) => {
      expect(await factsOf(text, parameters)).toEqual({ [kind]: 1 })
    },
  )

  it.each(HARMLESS.map(([text, parameters = {}]) => [text, parameters] as const))(
    'finds nothing in %j %j',
    async (text, parameters) => {
      expect(await factsOf(text, parameters)).toEqual({})
    },
  )

  it('is limited to its categories', async () => {
    for (const [kind, text, parameters = {}] of FOUND.slice(0, 22))
      expect([kind, await factsOf(text, { ...parameters, categories: [] })]).toEqual([kind, {}])
  })

  it('names the categories, and neither links nor lists', async () => {
    const text = 'https://cdn.evil.example/x and http://3405803783/ and http://3405803784/'
    expect(await evaluateWith('default.maliciousUrls', LISTS, [text])).toEqual({
      passed: false,
      reason: 'The text has 3 malicious URLs: BLOCKED_HOST, NUMERIC_ADDRESS.',
      facts: { BLOCKED_HOST: 1, NUMERIC_ADDRESS: 2 },
    })
    expect(await evaluateWith('default.maliciousUrls', {}, ['https://example.com'])).toEqual({
      passed: true,
      reason: 'The text has no malicious URL.',
    })
  })

  it('replaces targets and leaves the text around them', async () => {
    const text = 'Go to [bank.com](https://evil.example.net/x) or http://3405803783/.'
    expect(await evaluateWith('default.maliciousUrls', { redact: true }, [text])).toMatchObject({
      passed: true,
      texts: ['Go to [bank.com]({{LINK_TEXT_1}}) or {{NUMERIC_ADDRESS_1}}.'],
    })
  })
})

it.each([
  ['xn--bcher-kva.example', 'b\u00fccher.example'],
  ['xn--80ak6aa92e.com', '\u0430\u0440\u0440\u04cf\u0435.com'],
  ['xn--r8jz45g.xn--zckzah', '\u4f8b\u3048.\u30c6\u30b9\u30c8'],
  ['xn--mnchen-3ya.de', 'm\u00fcnchen.de'],
  [
    'xn--egbpdaj6bu4bxfgehfvwxn',
    '\u0644\u064a\u0647\u0645\u0627\u0628\u062a\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064a\u061f',
  ],
  ['xn---', 'xn---'],
  ['xn--\u00fc', 'xn--\u00fc'],
  ['xn--99999999', 'xn--99999999'],
])('%s is decoded to %s', (encoded, decoded) => {
  expect(decodeHost(encoded)).toBe(decoded)
})
