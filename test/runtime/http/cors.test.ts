// Semantics, section 11: CORS only where `listen.cors` says so.
import { describe, expect, it } from 'vitest'
import { linkBrowserGuard } from '../../../runtime/gateway/browser-guard.ts'
import { linkCors } from '../../../runtime/http/cors.ts'

const APP = 'https://app.example.com'
const cors = { origins: [APP, 'http://localhost:3000'], maxAge: 600 }
const policy = linkCors({ cors })
const ALLOWED = ['vary', 'origin', 'access-control-allow-origin', APP, 'access-control-expose-headers', '*']
const from = (origin: string, ...more: readonly string[]) => ['Host', 'localhost', 'Origin', origin, ...more]
const ASKED = ['Access-Control-Request-Method', 'POST']

describe('A reply', () => {
  it('to an allowed origin names it and exposes all headers', () => {
    expect(policy?.replyHeaders(from(APP))).toEqual(ALLOWED)
  })

  it.each([
    ['of another origin', from('https://evil.example')],
    ['of a longer origin', from(`${APP}.evil.example`)],
    ['of an opaque origin', from('null')],
    ['of another port', from(`${APP}:8443`)],
    ['with two origins', from(APP, 'origin', APP)],
    ['without an origin', ['Host', 'localhost']],
  ])('to a request %s allows nothing, and says that replies differ', (_title, headers) => {
    expect(policy?.replyHeaders(headers)).toEqual(['vary', 'origin'])
  })

  it('to any origin where the manifest says so', () => {
    const open = linkCors({ cors: { origins: ['*'], maxAge: 1 } })
    expect(open?.replyHeaders(from('https://any.example'))).toEqual([
      'access-control-allow-origin',
      '*',
      'access-control-expose-headers',
      '*',
    ])
    expect(open?.replyHeaders(['Host', 'localhost'])).toEqual([])
  })
})

describe('A preflight', () => {
  const NAMES = 'authorization,x-stainless-lang'
  const asking = (names: string) => from(APP, ...ASKED, 'Access-Control-Request-Headers', names)

  it('allows the headers that are asked for', () => {
    expect(policy?.preflight('OPTIONS', asking(NAMES))).toEqual([
      ...ALLOWED,
      ...['access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, HEAD'],
      ...['access-control-max-age', '600'],
      ...['access-control-allow-headers', NAMES],
    ])
  })

  it('allows the headers that are listed', () => {
    const listed = linkCors({ cors: { ...cors, headers: ['content-type', 'x-api-key'] } })
    expect(listed?.preflight('OPTIONS', asking(NAMES))?.slice(-2)).toEqual([
      'access-control-allow-headers',
      'content-type, x-api-key',
    ])
  })

  it('does not repeat what is not a list of names', () => {
    expect(policy?.preflight('OPTIONS', asking('a;b\u00e9'))).not.toContain('access-control-allow-headers')
  })

  it('allows the private network where the browser asks', () => {
    const headers = from(APP, ...ASKED, 'Access-Control-Request-Private-Network', 'true')
    expect(policy?.preflight('OPTIONS', headers)?.slice(-2)).toEqual([
      'access-control-allow-private-network',
      'true',
    ])
  })

  it.each([
    ['of another origin', 'OPTIONS', from('https://evil.example', ...ASKED)],
    ['without a method', 'OPTIONS', from(APP)],
    ['that is a POST', 'POST', from(APP, ...ASKED)],
  ])('%s is none', (_title, method, headers) => {
    expect(policy?.preflight(method, headers)).toBeUndefined()
  })
})

it('nothing is allowed by default', () => {
  expect(linkCors({})).toBeUndefined()
})

describe('A gateway without keys', () => {
  const guard = linkBrowserGuard({ apiKeys: [], listen: { host: '127.0.0.1', port: 8787, cors } })
  const codeOf = (headers: readonly string[]) => guard?.(headers, undefined)?.code

  it.each(['cross-site', 'same-site'])('serves a page of an allowed origin that is %s', site => {
    expect(codeOf(from(APP, 'Sec-Fetch-Site', site))).toBeUndefined()
  })

  it('serves no other origin, no host of another name, and no request without its origin', () => {
    expect(codeOf(from('https://evil.example'))).toBe('forbidden')
    expect(codeOf(from(APP, 'origin', 'https://evil.example'))).toBe('forbidden')
    expect(codeOf(['Host', 'evil.example', 'Origin', APP])).toBe('forbidden')
    expect(codeOf(['Host', 'localhost', 'Sec-Fetch-Site', 'cross-site'])).toBe('forbidden')
    expect(codeOf(from(APP, 'X-Forwarded-For', '10.0.0.1'))).toBe('forbidden')
  })
})
