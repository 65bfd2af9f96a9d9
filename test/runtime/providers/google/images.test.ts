// Text to image: with Imagen and the Gemini image models, at both APIs.
import { describe, expect, test } from 'vitest'
import { google } from '../../../../runtime/providers/google/google.ts'
import { vertex } from '../../../../runtime/providers/google/vertex/vertex.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { isRecorded, recordedFolders, recordedJson } from '../recordings.ts'
import { context } from './context.ts'

const IMAGEN = 'imagen-4.0-generate-001'
const GEMINI = 'gemini-2.5-flash-image'
const adapter = google.endpoints['images/generations']
const convert = (model: string, given: JsonObject) =>
  adapter?.request({ model, prompt: 'a cat', ...given }, { ...context, model })

const imagen = (parameters: JsonObject): JsonObject => ({
  instances: [{ prompt: 'a cat' }],
  parameters: { sampleCount: 1, includeRaiReason: true, ...parameters },
})
const gemini = (config: JsonObject, more: JsonObject = {}): JsonObject => ({
  contents: [{ role: 'user', parts: [{ text: 'a cat' }] }],
  generationConfig: { responseModalities: ['TEXT', 'IMAGE'], ...config },
  ...more,
})

describe('requests', () => {
  const cases: readonly [model: string, given: JsonObject, body: JsonObject, dropped?: readonly string[]][] =
    [
      [IMAGEN, {}, imagen({})],
      [
        IMAGEN,
        { n: 3, size: '1024x1024', response_format: 'b64_json' },
        imagen({ sampleCount: 3, aspectRatio: '1:1' }),
      ],
      [IMAGEN, { size: '1408x768' }, imagen({ aspectRatio: '16:9' })],
      [IMAGEN, { size: '2048x2048' }, imagen({ aspectRatio: '1:1', sampleImageSize: '2K' })],
      [IMAGEN, { size: '1920x1080' }, imagen({ aspectRatio: '16:9' }), ['size']],
      [
        IMAGEN,
        { output_format: 'jpeg', output_compression: 80, seed: 1, add_watermark: false, aspectRatio: '3:4' },
        imagen({
          outputOptions: { mimeType: 'image/jpeg', compressionQuality: 80 },
          ...{ seed: 1, addWatermark: false, aspectRatio: '3:4' },
        }),
      ],
      [
        IMAGEN,
        { quality: 'hd', style: 'vivid', user: 'u', background: 'auto' },
        imagen({}),
        ['quality', 'style', 'user'],
      ],
      [GEMINI, {}, gemini({})],
      [GEMINI, { size: '1024x1024', n: 1 }, gemini({ imageConfig: { aspectRatio: '1:1' } })],
      [GEMINI, { size: '1536x1024' }, gemini({ imageConfig: { aspectRatio: '3:2' } }), ['size']],
      [
        'gemini-3-pro-image-preview',
        { image_config: { aspectRatio: '21:9', imageSize: '4K' }, safety_settings: [] },
        gemini({ imageConfig: { aspectRatio: '21:9', imageSize: '4K' } }, { safetySettings: [] }),
      ],
    ]
  test.each(cases)('%s: %j', (model, given, body, dropped = []) => {
    const path = `/models/${model}:${model === IMAGEN ? 'predict' : 'generateContent'}`
    expect(convert(model, given)).toEqual({ body, dropped, path })
  })

  test.each([IMAGEN, GEMINI])('%s at Vertex AI has the same body at the address of the project', model => {
    const own = { ...context, model }
    const body = { model, prompt: 'a cat' }
    expect(vertex.endpoints['images/generations']?.request(body, own)).toEqual({
      ...convert(model, {}),
      path: `/projects/project/locations/us-central1/publishers/google/models/${model}:${model === IMAGEN ? 'predict' : 'generateContent'}`,
    })
  })

  test.each<readonly [string, model: string, given: JsonObject, param: string, says: RegExp]>([
    ['image URLs', IMAGEN, { response_format: 'url' }, 'response_format', /b64_json/],
    ['no prompt', GEMINI, { prompt: ' ' }, 'prompt', /non-empty/],
    ['another aspect ratio', IMAGEN, { size: '1536x1024' }, 'size', /16:9/],
    ['several images where only one is supported', GEMINI, { n: 2 }, 'n', /must be 1/],
    ['a stream', GEMINI, { stream: true }, 'stream', /not supported/],
    ['a model without image generation', 'gemini-3.8-flash', {}, 'model', /image generation/],
  ])('refused: %s', (_, model, given, param, says) => {
    expect(convert(model, given)).toMatchObject({
      code: 'invalid_request',
      param,
      message: expect.stringMatching(says),
    })
  })
})

const replyOf = (model: string, body: unknown) => adapter?.reply(body, { ...context, model })
const imagePart = { inlineData: { mimeType: 'image/png', data: 'aaa' } }

describe('replies', () => {
  test('Imagen, without filtered images', () => {
    const body = {
      predictions: [{ bytesBase64Encoded: 'aaa' }, { raiFilteredReason: 'no' }, { safetyAttributes: {} }],
    }
    expect(replyOf(IMAGEN, body)).toEqual({ created: context.now, data: [{ b64_json: 'aaa' }] })
  })

  test('Gemini, without text and thoughts, with its counts', () => {
    const parts = [{ text: 'Here:' }, { ...imagePart, thought: true }, imagePart]
    const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 7, thoughtsTokenCount: 2 }
    expect(replyOf(GEMINI, { candidates: [{ content: { parts } }], usageMetadata })).toEqual({
      created: context.now,
      data: [{ b64_json: 'aaa' }],
      usage: {
        ...{ input_tokens: 5, output_tokens: 9, total_tokens: 14 },
        input_tokens_details: { text_tokens: 5, image_tokens: 0 },
      },
    })
  })

  test.each<readonly [string, model: string, body: unknown, code: string, says: RegExp]>([
    [
      'a filter of Imagen',
      IMAGEN,
      { predictions: [{ raiFilteredReason: 'Blocked.' }] },
      'invalid_request',
      /Blocked/,
    ],
    ['a filter without a reason', IMAGEN, {}, 'invalid_request', /filtered/],
    ['a blocked prompt', GEMINI, { promptFeedback: { blockReason: 'SAFETY' } }, 'invalid_request', /SAFETY/],
    [
      'a model that talks instead',
      GEMINI,
      { candidates: [{ content: { parts: [{ text: 'I cannot.' }] }, finishReason: 'STOP' }] },
      'invalid_request',
      /I cannot\./,
    ],
    [
      'an image withheld by the model',
      GEMINI,
      { candidates: [{ finishReason: 'IMAGE_SAFETY' }] },
      'invalid_request',
      /IMAGE_SAFETY/,
    ],
    ['nothing', GEMINI, {}, 'invalid_upstream_reply', /returned no image/],
    ['not an object', IMAGEN, 'x', 'invalid_upstream_reply', /returned no image/],
  ])('%s', (_, model, body, code, says) => {
    expect(replyOf(model, body)).toMatchObject({ code, message: expect.stringMatching(says) })
  })
})

test
  .runIf(isRecorded('google-vertex/predict'))
  .each(recordedFolders('google-vertex/predict').filter(name => name.includes('image')))(
  'recorded: %s',
  name => {
    const body = recordedJson(`google-vertex/predict/${name}/response.json`)
    const { predictions = [] } = body as {
      predictions?: readonly { bytesBase64Encoded?: string; gcsUri?: string }[]
    }
    const made = predictions.flatMap(each => each.bytesBase64Encoded ?? [])
    const reply = replyOf(IMAGEN, body)
    expect(reply).toMatchObject(
      made.length === 0
        ? { code: expect.stringMatching(/^invalid/) }
        : { data: made.map(image => ({ b64_json: image })) },
    )
  },
)
