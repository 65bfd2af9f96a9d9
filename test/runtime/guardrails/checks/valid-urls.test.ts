// default.validUrls
import { describe, expect, it } from 'vitest'
import type { ServiceRequest } from '../../../../runtime/guardrails/check.ts'
import { findUrls, isWellFormed } from '../../../../runtime/guardrails/detect/text/urls.ts'
import { failure } from '../../../../runtime/values/failures.ts'
import { effort } from '../../../support/effort.ts'
import { evaluateWith, PORTS } from './evaluate-with.ts'

describe('URLs in a text', () => {
  it.each([
    ['See https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c']],
    ['(http://example.com/)', ['http://example.com/']],
    ['https://en.wikipedia.org/wiki/Go_(game)', ['https://en.wikipedia.org/wiki/Go_(game)']],
    [
      '[docs](https://example.com/docs), <https://example.org>',
      ['https://example.com/docs', 'https://example.org'],
    ],
    ['"https://a.example"、https://b.example。', ['https://a.example', 'https://b.example']],
    ['HTTPS://EXAMPLE.COM!?', ['HTTPS://EXAMPLE.COM']],
    ['https://', ['https://']],
    ['ftp://example.com mailto:a@b.c example.com', []],
  ])('%j', (text, urls) => {
    expect(findUrls(text)).toEqual(urls)
  })

  it.each(['https://', ')', 'https://a)', '(', '.'])('are found in linear time: %j', run => {
    expect(effort(() => void findUrls(`https://a${run.repeat(100_000)}`))).toBeLessThan(60)
  })

  it.each([
    ['https://example.com', true],
    ['https://example.com:8080/a', true],
    ['https://93.184.216.34/', true],
    ['https://[2001:db8::1]/', true],
    ['https://münchen.example', true],
    ['https://localhost/', false],
    ['https://', false],
    ['https://exa_mple..com', false],
    ['https://example.com:99999', false],
    ['https://user:secret@example.com', false],
    ['https://-a-.example', false],
  ])('%s is well formed: %s', (url, wellFormed) => {
    expect(isWellFormed(url)).toBe(wellFormed)
  })
})

describe('default.validUrls', () => {
  it.each([
    [{}, ['https://example.com and https://example.org'], true, '2 URLs are well formed.'],
    [{}, ['https://example.com'], true, '1 URL is well formed.'],
    [{}, ['https://example.com', 'http://a..b'], false, '1 URL of 2 is malformed.'],
    [{ not: true }, ['http://a..b'], true, '1 URL of 1 is malformed.'],
    [{ not: true }, ['https://a.example'], false, '1 URL is well formed; "not" forbids this.'],
    [{}, ['no links'], true, 'The text has no URLs.'],
    [{ not: true }, ['no links'], true, 'The text has no URLs.'],
    [{}, [], true, 'There is no text to check.'],
  ])('%j of %j', async (parameters, texts, passed, reason) => {
    const ask = PORTS.callModel as never
    expect(await evaluateWith('default.validUrls', parameters, texts, { callService: ask })).toMatchObject({
      passed,
      reason,
    })
  })

  const withService = async (text: string, answer: (url: string) => string | undefined) => {
    const requests: ServiceRequest[] = []
    const finding = await evaluateWith('default.validUrls', { onlyDNS: true }, [text], {
      callService: async request => {
        requests.push(request)
        const code = answer(request.url)
        if (code !== undefined) return failure(code as 'timeout', 'No answer.')
        return { status: 404, headers: [], bytes: new Uint8Array(), json: () => undefined }
      },
    })
    return { finding, requests }
  }

  it('requests each host once, without path and query', async () => {
    const { finding, requests } = await withService(
      'https://a.example/secret?q=1 https://a.example/b http://b.example',
      () => undefined,
    )
    expect(requests).toEqual([
      { method: 'HEAD', url: 'https://a.example/', headers: [] },
      { method: 'HEAD', url: 'http://b.example/', headers: [] },
    ])
    expect(finding).toEqual({ passed: true, reason: '2 hosts responded.', facts: { urls: 3, hosts: 2 } })
  })

  it.each([
    ['upstream_unreachable', { passed: false, reason: '1 host of 2 could not be reached.' }],
    ['blocked_host', { passed: false, reason: '1 host of 2 could not be reached.' }],
    ['timeout', { passed: false, error: true, reason: 'A host did not respond in time.' }],
  ])('a host that answers %s', async (code, expected) => {
    const { finding } = await withService('https://a.example https://b.example', url =>
      url.includes('b.') ? code : undefined,
    )
    expect(finding).toMatchObject(expected)
    expect('error' in finding).toBe('error' in expected)
  })

  it('requests nothing when a URL is malformed, or there are too many hosts', async () => {
    const malformed = await withService('https://a.example http://b', () => undefined)
    expect([malformed.requests, malformed.finding.passed]).toEqual([[], false])
    const many = await withService(
      Array.from({ length: 11 }, (_, at) => `https://h${at}.example`).join(' '),
      () => undefined,
    )
    expect(many.requests).toEqual([])
    expect(many.finding).toMatchObject({
      error: true,
      reason: 'The text has URLs on 11 hosts; at most 10 are checked.',
    })
  })
})
