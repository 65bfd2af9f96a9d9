// What calls of sound and images are reserved as, in the unit by which their model is sold (semantics, section 20).
import { describe, expect, it } from 'vitest'
import { estimateMedia } from '../../../runtime/limits/estimate-media.ts'
import { createBody } from '../../../runtime/values/body/body.ts'
import { streamFromBytes } from '../../../runtime/values/byte-stream.ts'
import { compilePrice } from '../../../runtime/values/prices/compile-price.ts'
import { costOf } from '../../../runtime/values/prices/cost.ts'

const BY_SECOND = { per_second: 0.001 }
const BY_TOKEN = { input: 10, output: 10, audio_input: 10 }
const json = (value: object) => createBody(new TextEncoder().encode(JSON.stringify(value)))
const upload = (length: number | undefined) =>
  createBody(new Uint8Array(1000), {
    ...{ stream: streamFromBytes([]), length, consumed: false },
  })

describe('The reservation', () => {
  it.each([
    [
      'of a recording, by its length',
      'audio/transcriptions',
      createBody(new Uint8Array(80_000)),
      BY_SECOND,
      0.01,
    ],
    [
      'of a recording, by ten tokens a second',
      'audio/translations',
      createBody(new Uint8Array(80_000)),
      BY_TOKEN,
      0.002,
    ],
    ['of an upload, by its declared length', 'audio/transcriptions', upload(8_000_000), BY_SECOND, 1],
    [
      'of an upload of unknown length, by the largest one',
      'audio/transcriptions',
      upload(undefined),
      BY_SECOND,
      3.125,
    ],
    ['of speech, by its characters', 'audio/speech', json({ input: 'Hello' }), { per_character: 0.1 }, 0.5],
    ['of images, by their number', 'images/generations', json({ n: 3 }), { per_image: 0.25 }, 0.75],
    [
      'of images, by tokens',
      'images/generations',
      json({}),
      { input: 0, output: 40, image_output: 40 },
      0.1664,
    ],
  ] as const)('%s', (_title, endpoint, body, table, dollars) => {
    const price = compilePrice(table, 'manifest')
    const estimate = estimateMedia({ endpoint, body }, price)
    expect(estimate && costOf(estimate, price) / 1e9).toBeCloseTo(dollars, 9)
  })

  it('of text is none of them', () => {
    const price = compilePrice({ input: 1 }, 'manifest')
    expect(estimateMedia({ endpoint: 'chat/completions', body: json({}) }, price)).toBeUndefined()
  })
})
