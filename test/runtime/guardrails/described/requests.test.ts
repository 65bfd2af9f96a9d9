// What a described check sends: address, headers, credentials, bodies with places, texts in pieces.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Subject } from '../../../../runtime/guardrails/check.ts'
import { linkAddress } from '../../../../runtime/guardrails/described/address.ts'
import type { Pieces, Template } from '../../../../runtime/guardrails/described/description.ts'
import { putTogether, shareOut } from '../../../../runtime/guardrails/described/pieces.ts'
import { bodiesOf } from '../checks/scripted-service.ts'
import { askDescribed } from './ask-described.ts'

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
    expect(linkAddress(template, parameters as never)).toBe(expected)
  })

  it('with a missing parameter is not called', async () => {
    const { finding, asked } = await askDescribed({ address: 'https://a.example/{id}' }, {})
    expect([finding, asked]).toEqual([
      { passed: false, erred: true, reason: 'The address of The service is missing a parameter.' },
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
    const given = await askDescribed({ credentials: placements }, {}, [{}], {}, { key: 'k', field: 'a b&c' })
    expect(given.asked[0]).toMatchObject({
      url: 'https://service.example/v1?key=a%20b%26c',
      headers: ['authorization', 'Bearer k'],
    })
    const without = await askDescribed({ credentials: placements }, {})
    expect(without.asked[0]).toMatchObject({ url: 'https://service.example/v1', headers: [] })
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
    const { asked } = await askDescribed({ headers: { 'x-h': text } }, subject as Partial<Subject>)
    expect(asked[0]?.headers).toEqual(expected === undefined ? [] : ['x-h', expected])
  })

  it('a signature covers the bytes as sent', async () => {
    const { asked } = await askDescribed(
      {
        body: { text: '{{text}}' },
        sign: (request, { credential, now }) => ({
          ...request,
          headers: [...request.headers, 'x-signed', `${credential('key')} ${now} ${String(request.body)}`],
        }),
      },
      { texts: ['A'] },
      [{}],
      {},
      { key: 'k' },
    )
    expect(asked[0]?.headers).toEqual([
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
  const body = async (template: Template, subject: Partial<Subject>, parameters: object = {}) => {
    const { asked } = await askDescribed({ body: template }, subject, [{}], parameters)
    return asked[0]?.body
  }

  it.each<[Template, Partial<Subject>, unknown]>([
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
    const { asked } = await askDescribed(description, { side: 'reply', texts: ['x'] })
    expect(bodiesOf(asked)).toEqual([{ response: 'x' }])
  })

  it('is omitted for a GET', async () => {
    const { asked } = await askDescribed({ method: 'GET', body: { a: 1 } }, {})
    expect('body' in (asked[0] ?? {})).toBe(false)
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
    const { finding, asked } = await askDescribed({ body: template }, { texts, request: { texts } })
    expect([finding.erred, finding.reason, asked]).toEqual([
      true,
      'The request to The service is too large.',
      [],
    ])
  })
})

describe('Texts in chunks', () => {
  const texts = ['one two three four', 'five']
  it.each<[Pieces | undefined, readonly string[], unknown]>([
    [undefined, texts, [texts]],
    [{ by: 'text', characters: 100, requests: 2 }, texts, [['one two three four'], ['five']]],
    [{ by: 'text', characters: 100, texts: 5, requests: 2 }, texts, [texts]],
    [
      { by: 'text', characters: 100, texts: 5, together: 20, requests: 2 },
      texts,
      [['one two three four'], ['five']],
    ],
    [
      { by: 'text', characters: 9, texts: 2, requests: 2 },
      texts,
      [
        ['one two ', 'three fou'],
        ['r', 'five'],
      ],
    ],
    [{ by: 'whole', characters: 15, requests: 2 }, texts, [['one two three '], ['four\nfive']]],
    [{ by: 'text', characters: 9, requests: 2 }, texts, undefined],
  ])('%j', async (pieces, given, expected) => {
    const { finding, asked } = await askDescribed(
      { body: { l: '{{texts}}' }, ...(pieces === undefined ? {} : { pieces }) },
      { texts: given },
    )
    if (expected !== undefined) expect(bodiesOf(asked)).toEqual((expected as string[][]).map(l => ({ l })))
    else
      expect([finding, asked]).toEqual([
        { passed: false, reason: 'The text is longer than The service can evaluate in 2 requests.' },
        [],
      ])
  })

  it('are not sent when there are none', async () => {
    const { finding, asked } = await askDescribed({ body: { a: '{{text}}' } }, { texts: [] })
    expect([finding, asked]).toEqual([{ passed: true, reason: 'There is no text to check.' }, []])
  })

  it('join to the texts again, and none is too long or has half a surrogate pair', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    const pieces = fc.record({
      by: fc.constant('text' as const),
      characters: fc.integer({ min: 2, max: 30 }),
      texts: fc.integer({ min: 1, max: 4 }),
      together: fc.integer({ min: 1, max: 60 }),
      requests: fc.constant(1000),
    })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), pieces, (given, how) => {
        const shares = shareOut(given, how) ?? []
        const sent = shares.map(share => share.map(piece => piece.text))
        expect(putTogether(given, shares, sent)).toEqual(given)
        for (const piece of sent.flat()) {
          expect(piece.length).toBeLessThanOrEqual(how.characters)
          expect(piece.isWellFormed()).toBe(true)
        }
        for (const share of sent) {
          expect(share.length).toBeLessThanOrEqual(how.texts)
          if (share.length > 1) expect(share.join('').length).toBeLessThanOrEqual(how.together)
        }
      }),
    )
  })

  it('lone surrogates are sent as the replacement character', async () => {
    const { asked } = await askDescribed({ body: { l: '{{texts}}' } }, { texts: ['a\ud800'] })
    expect(bodiesOf(asked)).toEqual([{ l: ['a\ufffd'] }])
  })
})
