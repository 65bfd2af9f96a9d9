// The type of an inline image is that of its first bytes, and a type that the provider does not read is refused with the part.
import { describe, expect, it } from 'vitest'
import { convertContent as toClaude } from '../../../runtime/providers/anthropic/convert-content.ts'
import { convertContent as toConverse } from '../../../runtime/providers/bedrock/convert-content.ts'
import { convertContent as toGemini } from '../../../runtime/providers/google/convert-content.ts'
import { readDataUrl } from '../../../runtime/wire/content.ts'
import { createHarness } from '../../support/harness.ts'

const base64 = (text: string): string => Buffer.from(text.padEnd(18, '\0'), 'latin1').toString('base64')
const JPEG = base64('\xff\xd8\xff\xe0\0\x10JFIF\0')
const PNG = base64('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const HEIC = base64('\0\0\0\x18ftypheic\0\0\0\0')
const image = (type: string, bytes: string) => ({
  type: 'image_url',
  image_url: { url: `data:${type};base64,${bytes}` },
})

describe('The type of an inline image', () => {
  it.each([
    ['image/jpg', JPEG, 'image/jpeg'],
    ['image/png', JPEG, 'image/jpeg'],
    ['image/jpeg', PNG, 'image/png'],
    ['image/png', base64('GIF89a\x01\0\x01\0'), 'image/gif'],
    ['image/png', base64('RIFF\x24\0\0\0WEBPVP8 '), 'image/webp'],
    ['image/jpeg', HEIC, 'image/heic'],
    ['image/heic', base64('\0\0\0\x18ftypmif1'), 'image/heif'],
    ['image/jpeg', base64('\0\0\0\x18ftypavif'), 'image/avif'],
    ['image/png', base64('II*\0\x08\0'), 'image/tiff'],
    ['image/png', base64('BM\x46\0\0\0\0\0\0\0'), 'image/bmp'],
    // Unknown bytes have the type that the client names, and what is not an image is not looked at.
    ['image/jpg', 'AAAA', 'image/jpeg'],
    ['image/x-mine', base64('mine'), 'image/x-mine'],
    ['application/pdf', PNG, 'application/pdf'],
  ])('%s with other bytes is known: %#', (named, bytes, type) => {
    expect(readDataUrl(`data:${named};base64,${bytes}`)).toEqual({ mediaType: type, bytes })
  })
})

describe('An image', () => {
  const convert = (of: typeof toClaude, part: object) => {
    const errors: string[] = []
    const blocks = of([part as never], 'messages[0].content', message => void errors.push(message))
    return { blocks, errors }
  }

  it.each([
    ['Claude', toClaude, { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: JPEG } }],
    ['Gemini', toGemini, { inlineData: { mimeType: 'image/jpeg', data: JPEG } }],
    ['Converse', toConverse, { image: { format: 'jpeg', source: { bytes: JPEG } } }],
  ] as const)('is sent to %s with its own type', (_title, of, block) => {
    expect(convert(of, image('image/jpg', JPEG))).toEqual({ blocks: [block], errors: [] })
    expect(convert(of, image('image/png', JPEG))).toEqual({ blocks: [block], errors: [] })
    const file = { type: 'file', file: { file_data: `data:image/png;base64,${JPEG}` } }
    expect(convert(of, file)).toEqual({ blocks: [block], errors: [] })
  })

  const known = 'image/jpeg, image/png, image/gif and image/webp'
  it.each([
    ['Claude', toClaude, known],
    ['Converse', toConverse, 'image/png, image/jpeg, image/gif and image/webp'],
  ] as const)('that %s does not read is named', (_title, of, reads) => {
    const sentence = `messages[0].content[0] is an image of the type image/heic, which this provider does not read. It reads ${reads}.`
    expect(convert(of, image('image/jpeg', HEIC))).toEqual({ blocks: [], errors: [sentence] })
  })

  it('of an iPhone is read by Gemini', () => {
    expect(convert(toGemini, image('image/heic', HEIC))).toEqual({
      blocks: [{ inlineData: { mimeType: 'image/heic', data: HEIC } }],
      errors: [],
    })
  })

  it('is refused with 400 and not sent', async () => {
    const { call, upstream } = createHarness({
      manifest: {
        providers: { claude: { provider: 'anthropic', api_key: '${env:CLAUDE_KEY}' } },
        defaults: { provider: '@claude' },
      },
    })
    const { status, json } = await call({
      body: {
        model: 'claude-sonnet-5-5',
        messages: [{ role: 'user', content: [image('image/heic', HEIC)] }],
      },
    })
    expect(status).toBe(400)
    expect(json).toMatchObject({
      error: {
        message: expect.stringContaining('image/heic'),
        param: expect.stringContaining('messages[0]'),
      },
    })
    expect(upstream.sent).toEqual([])
  })
})
