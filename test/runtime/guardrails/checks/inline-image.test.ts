// default.inlineImage

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../../runtime/guardrails/check.ts'
import { detectImageType } from '../../../../runtime/guardrails/checks/rewrite/fetch-images.ts'
import { withImages } from '../../../../runtime/guardrails/checks/rewrite/image-links.ts'
import { failure } from '../../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { evaluateWith } from './evaluate-with.ts'
import { type Answer, answering } from './scripted-service.ts'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
const GIF = new TextEncoder().encode('GIF89a...')
const WEBP = new TextEncoder().encode('RIFF\0\0\0\0WEBPVP8 ')
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])
const png: Answer = { headers: ['content-type', 'image/png'], bytes: PNG }
const DATA = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`
const INLINE = { type: 'base64', media_type: 'image/png', data: Buffer.from(PNG).toString('base64') }

const A = 'https://img.example/a.png?sig=secret'
const part = (url: string) => ({ type: 'image_url', image_url: { url, detail: 'low' } })
const chat = (...content: JsonObject[]): JsonObject => ({ model: 'm', messages: [{ role: 'user', content }] })

const run = async (
  subject: Partial<CheckInput>,
  script: readonly Answer[] = [png],
  parameters: object = {},
) => {
  const { ports, requests } = answering(script)
  const finding = await evaluateWith('default.inlineImage', parameters, subject, ports)
  return { finding, requests }
}

describe('Images of a request', () => {
  const image = (source: JsonObject): JsonObject => ({ type: 'image', source })
  it.each<[string, CheckInput['endpoint'], JsonObject, JsonObject]>([
    [
      'a chat',
      'chat/completions',
      chat({ type: 'text', text: 'x' }, part(A)),
      chat({ type: 'text', text: 'x' }, part(DATA)),
    ],
    [
      'messages',
      'messages',
      { messages: [{ role: 'user', content: [image({ type: 'url', url: A })] }] },
      { messages: [{ role: 'user', content: [image(INLINE)] }] },
    ],
    [
      'results of tools in messages',
      'messages',
      { messages: [{ content: [{ type: 'tool_result', content: [image({ type: 'url', url: A })] }] }] },
      { messages: [{ content: [{ type: 'tool_result', content: [image(INLINE)] }] }] },
    ],
    [
      'responses',
      'responses',
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: A }] }] },
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: DATA }] }] },
    ],
    [
      'outputs of functions in responses',
      'responses',
      { input: [{ type: 'function_call_output', output: [{ type: 'input_image', image_url: A }] }] },
      { input: [{ type: 'function_call_output', output: [{ type: 'input_image', image_url: DATA }] }] },
    ],
  ])('in %s are fetched and put into it', async (_title, endpoint, request, expected) => {
    const { finding, requests } = await run({ endpoint, request })
    expect(finding).toEqual({
      passed: true,
      reason: '1 image was inlined.',
      facts: { images: 1 },
      body: expected,
    })
    expect(requests).toEqual([
      {
        method: 'GET',
        url: A,
        headers: ['accept', 'image/png, image/jpeg, image/gif, image/webp'],
        maxBytes: 20_971_520,
      },
    ])
  })

  it.each<[string, CheckInput['endpoint'], JsonObject | undefined]>([
    ['a data URL', 'chat/completions', chat(part(DATA))],
    ['of another scheme', 'chat/completions', chat(part('ftp://img.example/a.png'))],
    [
      'a file of the provider',
      'messages',
      { messages: [{ content: [{ type: 'image', source: { type: 'file', file_id: A } }] }] },
    ],
    [
      'arguments of a tool',
      'messages',
      { messages: [{ content: [{ type: 'tool_use', input: { content: [part(A)] } }] }] },
    ],
    [
      'something odd',
      'chat/completions',
      { messages: [{ content: [{ type: 'image_url' }, { type: 'image_url', image_url: 7 }, null, 3] }] },
    ],
    ['a text', 'responses', { input: A }],
    ['another endpoint', 'embeddings', { messages: [{ content: [part(A)] }] }],
    ['no JSON', 'chat/completions', undefined],
  ])('that are %s stay as they are', async (_title, endpoint, request) => {
    const { finding, requests } = await run({ endpoint, request })
    expect([finding, requests]).toEqual([{ passed: true, reason: 'The request has no image URLs.' }, []])
  })

  it('by plain http are fetched as others are', async () => {
    const url = 'http://img.example/a.png'
    const { finding, requests } = await run({ request: chat(part(url)) })
    expect(finding.body).toEqual(chat(part(DATA)))
    expect(requests.map(request => request.url)).toEqual([url])
  })

  it('referenced twice are fetched once; several are distinguished', async () => {
    const B = 'https://img.example/b.gif'
    const gif = { headers: ['content-type', 'image/gif'], bytes: GIF }
    const { finding, requests } = await run({ request: chat(part(A), part(B), part(A)) }, [png, gif])
    const gifUrl = `data:image/gif;base64,${Buffer.from(GIF).toString('base64')}`
    expect(finding.body).toEqual(chat(part(DATA), part(gifUrl), part(DATA)))
    expect(requests.map(({ url }) => url)).toEqual([A, B])
  })

  it.each<[readonly string[], string | undefined, boolean]>([
    [[], 'openai', true],
    [[], undefined, true],
    [['openai', 'bedrock'], 'bedrock', true],
    [['bedrock'], 'openai', false],
    [['bedrock'], undefined, false],
  ])('are fetched for providers %j with the provider %s: %s', async (providers, provider, fetched) => {
    const { finding, requests } = await run({ request: chat(part(A)), provider }, [png], { providers })
    expect(requests).toHaveLength(fetched ? 1 : 0)
    if (!fetched)
      expect(finding).toEqual({ passed: true, reason: 'Images are not inlined for this provider.' })
  })
})

describe('An image that cannot be fetched', () => {
  const server = 'The server of image 1'
  const NONE = `${server} did not return a PNG, JPEG, GIF or WebP image.`
  it.each<[Answer, string]>([
    [{ status: 404 }, `${server} responded with status 404.`],
    [{ ...png, status: 302 }, `${server} responded with status 302.`],
    [{ headers: ['content-type', 'text/html'], bytes: PNG }, NONE],
    [{ headers: ['content-type', 'image/svg+xml'], text: '<svg/>' }, NONE],
    [{ headers: ['content-type', 'image/png'], text: '<script>' }, NONE],
    [{ bytes: PNG }, NONE],
    [{ headers: ['content-type', 'image/png'], bytes: new Uint8Array() }, NONE],
    [
      failure('invalid_upstream_reply', 'x', { cause: 'too-large' }),
      `${server} sent a response that is too large.`,
    ],
    [failure('blocked_host', 'x', { cause: 'blocked' }), `${server} has a blocked address.`],
    [failure('timeout', 'x', { cause: 'timeout' }), `${server} did not respond in time.`],
  ])('%j is an error that names no URL', async (answer, reason) => {
    const { finding } = await run({ request: chat(part(A)) }, [answer])
    expect(finding).toEqual({ passed: false, error: true, reason })
  })

  it('leaves the whole request unchanged, and no more are fetched', async () => {
    const links = Array.from({ length: 9 }, (_, at) => part(`https://img.example/${at}`))
    const { finding, requests } = await run({ request: chat(...links) }, [{ status: 500 }])
    expect([finding.error, 'body' in finding]).toEqual([true, false])
    expect(requests.length).toBeLessThanOrEqual(4)
  })

  it('is one too many of ten, or exceeds forty megabytes', async () => {
    const links = Array.from({ length: 11 }, (_, at) => part(`https://img.example/${at}`))
    const many = await run({ request: chat(...links) })
    expect([many.finding.reason, many.requests]).toEqual([
      'The request references 11 images; at most 10 are inlined.',
      [],
    ])
    const large = new Uint8Array(15 * 1024 * 1024)
    large.set(PNG)
    const tooLarge = await run({ request: chat(...links.slice(0, 3)) }, [{ ...png, bytes: large }])
    expect(tooLarge.finding.reason).toBe('The images are larger than 41943040 bytes in total.')
  })
})

describe('The kind of an image', () => {
  it.each<[string | undefined, Uint8Array, string | undefined]>([
    ['image/png', PNG, 'image/png'],
    ['IMAGE/PNG; charset=x', PNG, 'image/png'],
    ['image/jpg', JPEG, 'image/jpeg'],
    ['image/png', JPEG, 'image/jpeg'],
    ['image/gif', GIF, 'image/gif'],
    ['image/webp', WEBP, 'image/webp'],
    ['application/octet-stream', WEBP, 'image/webp'],
    ['image/png', PNG.subarray(0, 7), undefined],
    ['image/webp', WEBP.subarray(0, 11), undefined],
    ['image/avif', PNG, undefined],
    [undefined, PNG, undefined],
  ])('with the content type %s', (contentType, bytes, expected) => {
    expect(detectImageType(contentType, bytes)).toBe(expected)
  })
})

describe('Any request', () => {
  const key = fc.constantFrom('type', 'content', 'image_url', 'url', 'source', '__proto__', 'output')
  const leaf = fc.constantFrom<unknown>(A, 'image', 'image_url', 'input_image', 'url', null, 1)
  const { json } = fc.letrec(tie => ({
    json: fc.oneof(
      { maxDepth: 6 },
      leaf,
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(key, tie('json'), { maxKeys: 4 }),
    ),
  }))
  it('is identical when nothing is replaced, and has no URLs when all are', () => {
    fc.assert(
      fc.property(json, messages => {
        const body = { messages } as JsonObject
        expect(withImages('chat/completions', body, () => undefined)).toBe(body)
        const replaced = withImages('chat/completions', body, () => ({ mediaType: 'image/png', base64: 'x' }))
        const links: string[] = []
        withImages('chat/completions', replaced, link => {
          links.push(link)
          return undefined
        })
        expect(links).toEqual([])
      }),
    )
  })
})
