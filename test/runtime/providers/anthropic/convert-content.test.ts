// Content parts → blocks.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { text, written } from './requests.ts'

describe('parts', () => {
  const cases: readonly [title: string, part: JsonObject, block: JsonObject][] = [
    [
      'an image as a data URL',
      { type: 'image_url', image_url: { url: 'data:image/PNG;base64,iVBO', detail: 'low' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
    ],
    [
      'an image by URL',
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    ],
    [
      'a plain string URL, with cache control',
      { type: 'image_url', image_url: 'https://example.com/a.png', cache_control: { type: 'ephemeral' } },
      {
        type: 'image',
        source: { type: 'url', url: 'https://example.com/a.png' },
        cache_control: { type: 'ephemeral' },
      },
    ],
    [
      'a portable document',
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
        title: 'a.pdf',
      },
    ],
    [
      'a plain text',
      { type: 'file', file: { file_data: 'data:text/plain;charset=utf-8;base64,w7xiZXI=' } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'über' } },
    ],
    [
      'a file that is an image',
      { type: 'file', file: { file_data: 'data:image/webp;base64,UklG' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: 'UklG' } },
    ],
    [
      'a file by its identifier',
      { type: 'file', file: { file_id: 'file_1' } },
      { type: 'document', source: { type: 'file', file_id: 'file_1' } },
    ],
    [
      'a block of the dialect itself',
      {
        type: 'document',
        source: { type: 'url', url: 'https://example.com/a.pdf' },
        citations: { enabled: true },
      },
      {
        type: 'document',
        source: { type: 'url', url: 'https://example.com/a.pdf' },
        citations: { enabled: true },
      },
    ],
  ]
  test.each(cases)('%s', (_, part, block) => {
    expect(written({ messages: [{ role: 'user', content: [text('see'), part] }] })).toMatchObject({
      body: { messages: [{ role: 'user', content: [text('see'), block] }] },
    })
  })
})
