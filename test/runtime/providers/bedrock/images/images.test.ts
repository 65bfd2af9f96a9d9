// Images, by model maker.
import { describe, expect, test } from 'vitest'
import { images } from '../../../../../runtime/providers/bedrock/images.ts'
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { createHarness } from '../../../../support/harness.ts'
import { context } from '../context.ts'

const CANVAS = 'amazon.nova-canvas-v1:0'
const TITAN = 'amazon.titan-image-generator-v2:0'
const ULTRA = 'us.stability.stable-image-ultra-v1:1'

const convert = (model: string, given: JsonObject) =>
  images.request({ model, prompt: 'a cat', ...given }, { ...context, model })
const canvas = (config: JsonObject, more: JsonObject = {}): JsonObject => ({
  taskType: 'TEXT_IMAGE',
  textToImageParams: { text: 'a cat', ...more },
  ...(Object.keys(config).length === 0 ? {} : { imageGenerationConfig: config }),
})

describe('requests', () => {
  const cases: readonly [model: string, given: JsonObject, body: JsonObject, dropped?: readonly string[]][] =
    [
      [CANVAS, {}, canvas({})],
      [
        CANVAS,
        { n: 2, size: '1280x720', quality: 'hd', response_format: 'b64_json', seed: 7 },
        canvas({ numberOfImages: 2, width: 1280, height: 720, quality: 'premium', seed: 7 }),
      ],
      [TITAN, { quality: 'standard', size: 'auto', output_format: 'png' }, canvas({ quality: 'standard' })],
      [
        CANVAS,
        { negative_prompt: 'dogs', style: 'PHOTOREALISM', cfg_scale: 8 },
        canvas({ cfgScale: 8 }, { negativeText: 'dogs', style: 'PHOTOREALISM' }),
      ],
      [
        CANVAS,
        { size: '512x512', imageGenerationConfig: { width: 640 }, textToImageParams: { controlStrength: 1 } },
        canvas({ width: 640, height: 512 }, { controlStrength: 1 }),
      ],
      [
        CANVAS,
        {
          user: 'u',
          background: 'transparent',
          quality: 'low',
          style: 'vivid',
          output_format: 'webp',
          moderation: 'auto',
        },
        canvas({}),
        ['background', 'output_format', 'quality', 'style', 'user'],
      ],
      [
        ULTRA,
        { n: 1, output_format: 'jpeg', seed: 7, negative_prompt: 'dogs', aspect_ratio: '16:9' },
        { prompt: 'a cat', output_format: 'jpeg', seed: 7, negative_prompt: 'dogs', aspect_ratio: '16:9' },
      ],
      [
        'stability.sd3-5-large-v1:0',
        { size: '1536x1024' },
        { prompt: 'a cat', aspect_ratio: '3:2' },
        ['size'],
      ],
      ['stability.stable-image-core-v1:1', { quality: 'high' }, { prompt: 'a cat' }, ['quality']],
    ]
  test.each(cases)('%s: %j', (model, given, body, dropped = []) => {
    const path = `/model/${encodeURIComponent(model)}/invoke`
    expect(convert(model, given)).toEqual({ body, dropped, path })
  })

  test.each<readonly [string, model: string, given: JsonObject, param: string, says: RegExp]>([
    ['image URLs', CANVAS, { response_format: 'url' }, 'response_format', /b64_json/],
    ['no prompt', CANVAS, { prompt: null }, 'prompt', /non-empty/],
    ['an invalid size', CANVAS, { size: 'large' }, 'size', /1024x1024/],
    ['another aspect ratio', ULTRA, { size: '1792x1024' }, 'size', /16:9/],
    ['several images where only one is supported', ULTRA, { n: 2 }, 'n', /must be 1/],
    ['a stream', CANVAS, { stream: true }, 'stream', /not supported/],
    ['a model without image generation', 'amazon.nova-lite-v1:0', {}, 'model', /image generation/],
    ['an image editing model', 'stability.stable-image-inpaint-v1:0', {}, 'model', /image generation/],
  ])('refused: %s', (_, model, given, param, says) => {
    expect(convert(model, given)).toMatchObject({
      code: 'invalid_request',
      param,
      message: expect.stringMatching(says),
    })
  })
})

describe('replies', () => {
  test.each<readonly [string, object]>([
    ['Amazon', { images: ['aaa', 'bbb'], error: null }],
    ['Amazon, when one was filtered', { images: ['aaa', 'bbb'], error: 'One was blocked.' }],
    ['Stability', { seeds: [1, 2], finish_reasons: [null, null], images: ['aaa', 'bbb'] }],
  ])('%s', (_, body) => {
    expect(images.reply(body, context)).toEqual({
      created: 1_700_000_000,
      data: [{ b64_json: 'aaa' }, { b64_json: 'bbb' }],
    })
  })

  test.each<readonly [string, unknown, string, RegExp]>([
    [
      'all filtered by Amazon',
      { error: 'Blocked by filters.' },
      'invalid_request',
      /no image: Blocked by filters/,
    ],
    [
      'filtered by Stability',
      { finish_reasons: ['Filter reason: prompt'] },
      'invalid_request',
      /Filter reason: prompt/,
    ],
    ['nothing at all', {}, 'invalid_upstream_reply', /returned no image/],
    ['not an object', null, 'invalid_upstream_reply', /returned no image/],
    ['not an array', { images: 'aaa', finish_reasons: 7 }, 'invalid_upstream_reply', /returned no image/],
  ])('%s', (_, body, code, says) => {
    expect(images.reply(body, context)).toMatchObject({ code, message: expect.stringMatching(says) })
  })
})

test('an image through the gateway; edits are not supported', async () => {
  const { call, upstream } = createHarness({
    manifest: {
      providers: { br: { provider: 'bedrock', api_key: '${env:KEY}', cloud1_region: 'us-east-1' } },
    },
    environment: { KEY: 'k' },
    script: [{ status: 200, body: { images: ['aaa'] } }],
  })
  const reply = await call({ path: '/images/generations', body: { model: `@br/${CANVAS}`, prompt: 'a cat' } })
  expect(reply.json).toMatchObject({ data: [{ b64_json: 'aaa' }] })
  expect(upstream.sent[0]?.path).toBe(`/model/${encodeURIComponent(CANVAS)}/invoke`)
})
