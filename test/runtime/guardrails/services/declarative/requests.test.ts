// What a described check sends: address, headers, credentials, bodies with places, texts in pieces.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../../../runtime/guardrails/check.ts'
import {
  joinBatches,
  splitIntoBatches,
} from '../../../../../runtime/guardrails/services/declarative/chunk-texts.ts'
import type {
  CheckDefinition,
  Chunking,
  Template,
} from '../../../../../runtime/guardrails/services/declarative/definition.ts'
import { linkServiceUrl } from '../../../../../runtime/guardrails/services/declarative/link-definition.ts'
import type { TokenRequest } from '../../../../../runtime/values/authentication.ts'
import { failure } from '../../../../../runtime/values/failures.ts'
import { bodiesOf } from '../../checks/scripted-service.ts'
import { runDefinition } from './run-definition.ts'

describe('The address', () => {
  it.each([
    ['https://a.example/v1', {}, 'https://a.example/v1'],
    ['https://{name}.a.example/v1', { name: 'mine' }, 'https://mine.a.example/v1'],
    ['{url}', { url: 'https://a.example/x?y=1' }, 'https://a.example/x?y=1'],
    ['{endpoint}/v1', { endpoint: 'https://a.example/' }, 'https://a.example/v1'],
    [
      'https://a.example/{id}/v{n}?q={id}',
      { id: 'a/../b?c#d', n: 2 },
      'https://a.example/a%2F..%2Fb%3Fc%23d/v2?q=a%2F..%2Fb%3Fc%23d',
    ],
    ['https://a.example/{id}', {}, undefined],
    ['https://a.example/{constructor}', {}, undefined],
    ['https://a.example/{id}', { id: {} }, undefined],
  ])('%s with %j', (template, parameters, expected) => {
    expect(linkServiceUrl(template, parameters as never)).toBe(expected)
  })

  it('with a missing parameter is not called', async () => {
    const { result, requests } = await runDefinition({ address: 'https://a.example/{id}' }, {})
    expect([result, requests]).toEqual([
      { passed: false, error: true, reason: 'The address of The service is missing a parameter.' },
      [],
    ])
  })
})

describe('The address of replies', () => {
  it.each([
    ['request', 'https://a.example/in?key=k'],
    ['reply', 'https://a.example/out/7?key=k'],
  ] as const)('for a %s is %s', async (side, url) => {
    const definition = {
      address: 'https://a.example/in',
      replyAddress: 'https://a.example/out/{id}',
      credentials: [{ parameter: 'key', query: 'key' }],
    }
    const { requests } = await runDefinition(definition, { side }, [{}], { id: 7 }, { key: 'k' })
    expect(requests[0]?.url).toBe(url)
  })
})

describe('An access token', () => {
  const token = (key: string): TokenRequest => ({
    key,
    method: 'POST',
    origin: 'https://tokens.example',
    path: '/',
    headers: [],
    body: '',
    read: () => failure('invalid_request', 'No token.'),
  })
  const each = { by: 'text', maxCharacters: 1, maxRequests: 5 } as const

  it('is requested once per evaluation, by the credential that it replaces', async () => {
    let described = 0
    const definition: Partial<CheckDefinition> = {
      body: { text: '{{text}}' },
      chunking: each,
      accessToken: credential => () => {
        described += 1
        return token(credential('account') ?? '')
      },
    }
    const { requests } = await runDefinition(definition, { texts: ['a', 'b'] }, [{}], {}, { account: 'x' })
    expect(requests.map(({ headers }) => headers)).toEqual([
      ['authorization', 'Bearer token by x'],
      ['authorization', 'Bearer token by x'],
    ])
    expect(described).toBe(1)
  })

  it('that cannot be had is an error, and the service is not called', async () => {
    const refused = failure('invalid_request', 'The account is not one.')
    const { result, requests } = await runDefinition({ accessToken: () => () => refused }, {})
    expect([result, requests]).toEqual([
      { passed: false, error: true, reason: 'The service was not called: The account is not one.' },
      [],
    ])
  })
})

describe('Credentials and headers', () => {
  const placements = [
    { parameter: 'key', header: 'authorization', prefix: 'Bearer ' },
    { parameter: 'other', header: 'x-other' },
    { parameter: 'field', query: 'key' },
  ]

  it('are sent as defined, and omitted when they are not configured', async () => {
    const given = await runDefinition({ credentials: placements }, {}, [{}], {}, { key: 'k', field: 'a b&c' })
    expect(given.requests[0]).toMatchObject({
      url: 'https://service.example/v1?key=a%20b%26c',
      headers: ['authorization', 'Bearer k'],
    })
    const without = await runDefinition({ credentials: placements }, {})
    expect(without.requests[0]).toMatchObject({ url: 'https://service.example/v1', headers: [] })
  })

  it.each([
    ['{{trace}}', {}, SUBJECT_TRACE()],
    ['{{metadata.user}}', { metadata: { user: 'ann' } }, 'ann'],
    ['u={{metadata.user}}; n={{metadata.n}}', { metadata: { n: 3 } }, 'u=; n=3'],
    ['{{metadata.user}}', { metadata: { user: 'a\r\nx-evil: 1 é' } }, 'a??x-evil: 1 ?'],
    ['{{metadata.user}}', { metadata: { user: { a: 1 } } }, '{"a":1}'],
    ['{{metadata.user}}', {}, undefined],
    ['{{metadata.constructor}}', {}, undefined],
    ['{{metadata.__proto__}}', {}, undefined],
  ])('a header %j', async (text, subject, expected) => {
    const { requests } = await runDefinition({ headers: { 'x-h': text } }, subject as Partial<CheckInput>)
    expect(requests[0]?.headers).toEqual(expected === undefined ? [] : ['x-h', expected])
  })

  it('a signature covers the bytes as sent', async () => {
    const { requests } = await runDefinition(
      {
        body: { text: '{{text}}' },
        signer: (request, { credential, now }) => ({
          ...request,
          headers: [...request.headers, 'x-signed', `${credential('key')} ${now} ${String(request.body)}`],
        }),
      },
      { texts: ['A'] },
      [{}],
      {},
      { key: 'k' },
    )
    expect(requests[0]?.headers).toEqual([
      'content-type',
      'application/json',
      'x-signed',
      `k 0 ${String(new TextEncoder().encode('{"text":"A"}'))}`,
    ])
  })
})

function SUBJECT_TRACE(): string {
  return '0123456789abcdef0123456789abcdef'
}

const ASKED = { messages: [{ role: 'user', content: 'Hello' }], model: 'm' }

describe('A body with placeholders', () => {
  const body = async (template: Template, subject: Partial<CheckInput>, parameters: object = {}) => {
    const { requests } = await runDefinition({ body: template }, subject, [{}], parameters)
    return requests[0]?.body
  }

  it.each<[Template, Partial<CheckInput>, unknown]>([
    [{ a: '{{text}}' }, { texts: ['x', 'y'] }, { a: 'x\ny' }],
    [{ a: '{{texts}}' }, { texts: ['x', 'y'] }, { a: ['x', 'y'] }],
    [{ a: 'Say: {{ text }}!' }, { texts: ['{{model}}'] }, { a: 'Say: {{model}}!' }],
    [{ a: '{{request}}' }, { request: ASKED }, { a: ASKED }],
    [{ a: '{{request.messages.0.content}}' }, { request: ASKED }, { a: 'Hello' }],
    [{ a: '{{requestText}}' }, { request: ASKED, side: 'reply' }, { a: 'Hello' }],
    [{ a: 'about {{request.model}} {{request.none}}' }, { request: ASKED }, { a: 'about m ' }],
    [{ a: '{{request.none}}', b: 1, c: null, d: '' }, { request: ASKED }, { b: 1, c: null, d: '' }],
    [{ a: ['{{model}}', '{{endpoint}}', 7] }, {}, { a: ['chat/completions', 7] }],
    [{ a: '{{side}} {{role}}' }, { side: 'reply' }, { a: 'reply assistant' }],
    [{ a: '{{metadata.a}}', b: '{{metadata.toString}}' }, { metadata: { a: false } }, { a: false }],
    [{ a: '{{parameters.n}}', b: '{{parameters.l}}' }, {}, { a: 5, b: ['p'] }],
    [{ a: '{{constructor}}', b: '{{__proto__}}', c: '{{}}', d: '{{nobody.knows}}' }, {}, { c: '{{}}' }],
    [
      { l: { $each: 'texts', in: { id: '{{index}}', text: '{{item}}', side: '{{side}}' } } },
      { texts: ['x', 'y'] },
      {
        l: [
          { id: 0, text: 'x', side: 'request' },
          { id: 1, text: 'y', side: 'request' },
        ],
      },
    ],
    [
      { l: { $each: 'request.messages', in: '{{item.role}}: {{item.content}}' } },
      { request: ASKED },
      { l: ['user: Hello'] },
    ],
    [{ l: { $each: 'metadata', in: 1 } }, {}, {}],
  ])('%j of %j', async (template, subject, expected) => {
    expect(await body(template, subject, { n: 5, l: ['p'] })).toEqual(expected)
  })

  it('has own keys only: a template cannot reach a prototype', async () => {
    const template = JSON.parse('{"__proto__": {"a": "{{text}}"}}') as Template
    const written = await body(template, { texts: ['x'] })
    expect(JSON.stringify(written)).toBe('{"__proto__":{"a":"x"}}')
  })

  it('is a different one for replies, when the definition has one', async () => {
    const description = { body: { prompt: '{{text}}' }, replyBody: { response: '{{text}}' } }
    const { requests } = await runDefinition(description, { side: 'reply', texts: ['x'] })
    expect(bodiesOf(requests)).toEqual([{ response: 'x' }])
  })

  it('is omitted for a GET', async () => {
    const { requests } = await runDefinition({ method: 'GET', body: { a: 1 } }, {})
    expect('body' in (requests[0] ?? {})).toBe(false)
  })

  it.each<[string, Template]>([
    ['names a long text many times', Array.from({ length: 100 }, () => '{{text}}')],
    [
      'repeats lists within lists',
      { $each: 'texts', in: { $each: 'texts', in: { $each: 'texts', in: { $each: 'texts', in: 'x' } } } },
    ],
    ['names the whole request many times', { $each: 'texts', in: '{{request}}' }],
  ])('that %s is too large to be sent', async (_title, template) => {
    const texts = Array.from({ length: 1000 }, () => 'x'.repeat(1000))
    const { result, requests } = await runDefinition({ body: template }, { texts, request: { texts } })
    expect([result.error, result.reason, requests]).toEqual([
      true,
      'The request to The service is too large.',
      [],
    ])
  })
})

describe('Texts in chunks', () => {
  const texts = ['one two three four', 'five']
  it.each<[Chunking | undefined, readonly string[], unknown]>([
    [undefined, texts, [texts]],
    [{ by: 'text', maxCharacters: 100, maxRequests: 2 }, texts, [['one two three four'], ['five']]],
    [{ by: 'text', maxCharacters: 100, maxTexts: 5, maxRequests: 2 }, texts, [texts]],
    [
      { by: 'text', maxCharacters: 100, maxTexts: 5, maxTotal: 20, maxRequests: 2 },
      texts,
      [['one two three four'], ['five']],
    ],
    [
      { by: 'text', maxCharacters: 9, maxTexts: 2, maxRequests: 2 },
      texts,
      [
        ['one two ', 'three fou'],
        ['r', 'five'],
      ],
    ],
    [{ by: 'whole', maxCharacters: 15, maxRequests: 2 }, texts, [['one two three '], ['four\nfive']]],
    [{ by: 'text', maxCharacters: 9, maxRequests: 2 }, texts, undefined],
  ])('%j', async (chunking, given, expected) => {
    const { result, requests } = await runDefinition(
      { body: { l: '{{texts}}' }, ...(chunking === undefined ? {} : { chunking }) },
      { texts: given },
    )
    if (expected !== undefined) expect(bodiesOf(requests)).toEqual((expected as string[][]).map(l => ({ l })))
    else
      expect([result, requests]).toEqual([
        { passed: false, reason: 'The text is longer than The service can evaluate in 2 requests.' },
        [],
      ])
  })

  it('are not sent when there are none', async () => {
    const { result, requests } = await runDefinition({ body: { a: '{{text}}' } }, { texts: [] })
    expect([result, requests]).toEqual([{ passed: true, reason: 'There is no text to check.' }, []])
  })

  it('join to the texts again, and none is too long or has half a surrogate pair', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    const chunking = fc.record({
      by: fc.constant('text' as const),
      maxCharacters: fc.integer({ min: 2, max: 30 }),
      maxTexts: fc.integer({ min: 1, max: 4 }),
      maxTotal: fc.integer({ min: 1, max: 60 }),
      maxRequests: fc.constant(1000),
    })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), chunking, (given, how) => {
        const batches = splitIntoBatches(given, how) ?? []
        const sent = batches.map(batch => batch.map(chunk => chunk.text))
        expect(joinBatches(given, batches, sent)).toEqual(given)
        for (const chunk of sent.flat()) {
          expect(chunk.length).toBeLessThanOrEqual(how.maxCharacters)
          expect(chunk.isWellFormed()).toBe(true)
        }
        for (const batch of sent) {
          expect(batch.length).toBeLessThanOrEqual(how.maxTexts)
          if (batch.length > 1) expect(batch.join('').length).toBeLessThanOrEqual(how.maxTotal)
        }
      }),
    )
  })

  it('lone surrogates are sent as the replacement character', async () => {
    const { requests } = await runDefinition({ body: { l: '{{texts}}' } }, { texts: ['a\ud800'] })
    expect(bodiesOf(requests)).toEqual([{ l: ['a\ufffd'] }])
  })
})
