// Images of providers whose own APIs are not the vendor's, through the gateway.
import { describe, expect, test } from 'vitest'
import { headerValue } from '../../../runtime/values/headers.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { createHarness } from '../../support/harness.ts'

async function generate(provider: string, request: JsonObject, answer: object, status = 200) {
  const here = createHarness({
    manifest: { providers: { images: { provider, api_key: '${env:KEY}' } } },
    environment: { KEY: 'k' },
    script: [{ status, body: answer }],
  })
  const body = { prompt: 'a cat', ...request, model: `@images/${String(request['model'])}` }
  const reply = await here.call({ path: '/images/generations', body, headers: { accept: '*/*' } })
  const [sent] = here.upstream.sent
  const header = (name: string) => headerValue(sent?.headers ?? [], name)
  return { reply, sent, header, dropped: reply.outcome?.reply.dropped }
}

/** The names and values of a multipart form. */
function fieldsOf(text: string, contentType = ''): JsonObject {
  const boundary = `--${/boundary=(.+)$/.exec(contentType)?.[1]}`
  const parts = text.split(`${boundary}\r\n`).slice(1)
  return Object.fromEntries(
    parts.map(part => {
      const [, name = '', value = ''] = /name="([^"]+)"\r\n\r\n([\s\S]*)\r\n/.exec(part) ?? []
      return [name, value.split('\r\n--')[0] ?? '']
    }),
  )
}

const FLUX = 'accounts/fireworks/models/flux-1-schnell-fp8'
const FIREWORKS = {
  id: '1',
  base64: ['data:image/png;base64,QUJD', 'REVG'],
  finishReason: 'SUCCESS',
  seed: 7,
}
const STABILITY = { image: 'QUJD', finish_reason: 'SUCCESS', seed: 7 }
const PREDICTION = {
  id: 'p1',
  status: 'succeeded',
  error: null,
  output: ['https://replicate.delivery/a.webp'],
}

describe('Fireworks', () => {
  test.each([FLUX, 'flux-1-schnell-fp8'])('the workflow of %s is asked for JSON', async model => {
    const request = {
      model,
      size: '1536x1024',
      n: 1,
      guidance_scale: 3,
      user: 'u',
      response_format: 'b64_json',
    }
    const { reply, sent, header, dropped } = await generate('fireworks', request, FIREWORKS)
    expect([sent?.path, header('accept'), sent?.json]).toEqual([
      `/inference/v1/workflows/${FLUX}/text_to_image`,
      'application/json',
      { prompt: 'a cat', aspect_ratio: '3:2', guidance_scale: 3 },
    ])
    expect(dropped).toEqual(['size', 'user'])
    expect(reply.json).toMatchObject({ data: [{ b64_json: 'QUJD' }, { b64_json: 'REVG' }] })
  })
})

describe('Stability AI', () => {
  test.each<readonly [model: string, path: string, fields: JsonObject]>([
    ['stable-image-core', 'core', { style_preset: 'anime' }],
    ['ultra', 'ultra', { negative_prompt: 'dogs' }],
    ['sd3.5-large-turbo', 'sd3', { model: 'sd3.5-large-turbo', cfg_scale: '4' }],
  ])('%s reads a form and answers with JSON', async (model, path, fields) => {
    const { cfg_scale: scale, ...given } = fields
    const request = { ...given, ...(scale === undefined ? {} : { cfg_scale: 4 }), model }
    const { reply, sent, header, dropped } = await generate(
      'stability',
      { ...request, size: '1024x1024', output_format: 'webp', quality: 'hd' },
      STABILITY,
    )
    expect([sent?.path, header('accept'), header('authorization')]).toEqual([
      `/v2beta/stable-image/generate/${path}`,
      'application/json',
      'Bearer k',
    ])
    expect(fieldsOf(sent?.text ?? '', header('content-type'))).toEqual({
      prompt: 'a cat',
      aspect_ratio: '1:1',
      output_format: 'webp',
      ...fields,
    })
    expect(sent?.text.endsWith('--\r\n')).toBe(true)
    expect(dropped).toEqual(['quality', 'size'])
    expect(reply.json).toEqual({ created: expect.any(Number), data: [{ b64_json: 'QUJD' }] })
  })

  test('an error names its reason', async () => {
    const refusal = { id: 'e', name: 'content_moderation', errors: ['The prompt was flagged.'] }
    const { reply } = await generate('stability', { model: 'core' }, refusal, 403)
    expect([reply.status, reply.json]).toMatchObject([403, { error: { message: 'The prompt was flagged.' } }])
  })
})

describe('Replicate', () => {
  test('a prediction is waited for, and its URLs are the reply', async () => {
    const model = 'black-forest-labs/flux-schnell'
    const request = { model, size: '1024x768', n: 2, go_fast: true, user: 'u', response_format: 'url' }
    const { reply, sent, header, dropped } = await generate('replicate', request, PREDICTION, 201)
    expect([sent?.path, header('prefer'), sent?.json]).toEqual([
      '/v1/predictions',
      'wait',
      { version: model, input: { prompt: 'a cat', num_outputs: 2, aspect_ratio: '4:3', go_fast: true } },
    ])
    expect(dropped).toEqual(['n', 'size', 'user'])
    expect([reply.status, reply.json]).toEqual([
      200,
      { created: expect.any(Number), data: [{ url: PREDICTION.output[0] }] },
    ])
  })

  test.each<readonly [title: string, output: unknown, shape: object]>([
    ['a single URL', 'https://replicate.delivery/b.png', { url: 'https://replicate.delivery/b.png' }],
    ['a data URL', ['data:image/png;base64,QUJD'], { b64_json: 'QUJD' }],
  ])('%s', async (_title, output, shape) => {
    const { reply } = await generate('replicate', { model: 'a/b:c1' }, { ...PREDICTION, output })
    expect(reply.json).toMatchObject({ data: [shape] })
  })
})

test.each<readonly [title: string, provider: string, request: JsonObject, answer: object, status: number]>([
  ['FLUX Kontext, whose reply is a task', 'fireworks', { model: 'flux-kontext-pro' }, FIREWORKS, 400],
  ['a chat model', 'fireworks', { model: 'accounts/fireworks/models/kimi-k2' }, FIREWORKS, 400],
  ['several images of one', 'fireworks', { model: FLUX, n: 2 }, FIREWORKS, 400],
  ['a filtered image', 'fireworks', { model: FLUX }, { ...FIREWORKS, finishReason: 'CONTENT_FILTERED' }, 400],
  ['no image', 'fireworks', { model: FLUX }, { base64: [] }, 502],
  ['a model without a service', 'stability', { model: 'sdxl' }, STABILITY, 400],
  ['URLs of images', 'stability', { model: 'core', response_format: 'url' }, STABILITY, 400],
  ['a filtered image', 'stability', { model: 'core' }, { finish_reason: 'CONTENT_FILTERED' }, 400],
  ['bytes of images', 'replicate', { model: 'a/b', response_format: 'b64_json' }, PREDICTION, 400],
  ['a model without its owner and name', 'replicate', { model: 'a/b/c' }, PREDICTION, 400],
  ['an unfinished prediction', 'replicate', { model: 'a/b' }, { id: 'p1', status: 'processing' }, 408],
  ['a failed prediction', 'replicate', { model: 'a/b' }, { ...PREDICTION, error: 'No memory.' }, 502],
])('%s at %s is an error', async (_title, provider, request, answer, status) => {
  expect((await generate(provider, request, answer)).reply.status).toBe(status)
})
