// Multipart forms: fields are read and replaced, all other bytes are unchanged.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFormBody } from '../../../../runtime/values/body/body.ts'
import { boundaryOf, type Form, scanForm } from '../../../../runtime/values/body/scan-form.ts'
import { spliceForm } from '../../../../runtime/values/body/splice-form.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('latin1')

/** A form as clients write it; a value of bytes is a file. */
async function formOf(fields: readonly (readonly [string, string | Uint8Array])[]): Promise<{
  readonly bytes: Uint8Array
  readonly type: string
}> {
  const data = new FormData()
  for (const [name, value] of fields)
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, new Blob([value as Uint8Array<ArrayBuffer>]), 'a "b".wav')
  const response = new Response(data)
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
  }
}

const scanned = (bytes: Uint8Array, type: string): Form => {
  const form = scanForm(bytes, boundaryOf(type) ?? '')
  if (typeof form === 'string') throw new Error(form)
  return form
}

/** The form as the platform's own parser reads it. */
async function parsed(bytes: Uint8Array, type: string): Promise<readonly (readonly [string, string])[]> {
  const data = await new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': type },
  }).formData()
  return Promise.all(
    [...data].map(async ([name, value]) => [
      name,
      typeof value === 'string' ? value : decoder.decode(await value.arrayBuffer()),
    ]),
  )
}

describe('fields of a form', () => {
  it('are found among files, by name', async () => {
    const { bytes, type } = await formOf([
      ['model', '@main/whisper-1'],
      ['file', new Uint8Array([0, 13, 10, 45, 45, 255])],
      ['stream', 'true'],
    ])
    const body = createFormBody(bytes, boundaryOf(type) ?? '')
    if (isFailure(body)) throw new Error(body.message)
    expect(['model', 'stream', 'file', 'absent'].map(body.field)).toEqual([
      '@main/whisper-1',
      'true',
      undefined,
      undefined,
    ])
    expect(body.form?.parts.map(({ name, file, fileName }) => [name, file, fileName])).toEqual([
      ['model', false, undefined],
      ['file', true, 'a "b".wav'],
      ['stream', false, undefined],
    ])
  })

  it('are those that the platform’s parser reads, whatever they contain', async () => {
    const value = fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.uint8Array({ maxLength: 200 }))
    const fields = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), value), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fields, async given => {
        const { bytes, type } = await formOf(given)
        const { parts } = scanned(bytes, type)
        const generated = parts.map(({ name, valueStart, valueEnd }) => [
          name,
          decoder.decode(bytes.subarray(valueStart, valueEnd)),
        ])
        expect(generated).toEqual(await parsed(bytes, type))
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    [
      'no end',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
      'the closing boundary is missing',
    ],
    ['no boundary at all', 'anything', 'the closing boundary is missing'],
    [
      'no empty line',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n--b--',
      'a part has no empty line after its headers',
    ],
    ['no name', '--b\r\nContent-Type: text/plain\r\n\r\n1\r\n--b--', 'a part has no name'],
  ])('are rejected with the reason: %s', (_title, text, reason) => {
    expect(scanForm(encoder.encode(text), 'b')).toBe(reason)
  })

  it.each<readonly [string, string, string]>([
    [
      'two headers',
      'Content-Disposition: form-data; name="model"\r\nContent-Disposition : form-data; name="prompt"',
      'a part has more than one name',
    ],
    [
      'two encodings',
      `Content-Disposition: form-data; name*=utf-8''model; name="prompt"`,
      'a part has more than one name',
    ],
    ['two names', 'Content-Disposition: form-data; name="prompt"; name="model"', 'a part has no name'],
    ['an invalid parameter', 'Content-Disposition: form-data; "x; name="model"', 'a part has no name'],
  ])('are rejected for an ambiguous part name: %s', (_title, head, reason) => {
    expect(scanForm(encoder.encode(`--b\r\n${head}\r\n\r\n1\r\n--b--`), 'b')).toBe(reason)
  })

  it.each<readonly [string, string, string | undefined]>([
    ['filename="; name=model"; name="file"', 'file', '; name=model'],
    ['xname="a"; name="model"', 'model', undefined],
    ['name = model ;', 'model', undefined],
    ['NAME="a;b\\"c"; FileName=x', 'a;b"c', 'x'],
    ['name=""', '', undefined],
  ])('are named by the name parameter only, whatever others contain: %s', (text, name, fileName) => {
    const bytes = encoder.encode(`--b\r\nContent-Disposition: form-data; ${text}\r\n\r\n1\r\n--b--`)
    expect((scanForm(bytes, 'b') as Form).parts).toMatchObject([{ name, fileName }])
  })

  it('end at a whole boundary line, not at one that only starts like it', () => {
    const text = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--bc\r\n--b--\r\n'
    const { parts } = scanForm(encoder.encode(text), 'b') as Form
    expect(parts.map(({ valueStart, valueEnd }) => text.slice(valueStart, valueEnd))).toEqual(['1\r\n--bc'])
  })
})

describe('override_params applies to multipart form fields too', () => {
  it('replaces, adds and removes fields, and leaves files byte for byte', async () => {
    const file = new Uint8Array([0, 13, 10, 45, 45, 200, 255])
    const { bytes, type } = await formOf([
      ['model', 'whisper-1'],
      ['file', file],
      ['language', 'de'],
      ['timestamp_granularities[]', 'word'],
    ])
    const spliced = spliceForm(
      bytes,
      scanned(bytes, type),
      new Map<string, never>(
        Object.entries({
          model: 'whisper-2',
          language: undefined,
          temperature: 0,
          timestamp_granularities: ['segment', 'word'],
        }) as [],
      ),
    )
    expect(await parsed(spliced, type)).toEqual([
      ['model', 'whisper-2'],
      ['temperature', '0'],
      ['timestamp_granularities[]', 'segment'],
      ['timestamp_granularities[]', 'word'],
      ['file', decoder.decode(file)],
    ])
  })
})

describe('the boundary of a content type', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; boundary="a b"', 'a b'],
    ['application/json; boundary=abc', undefined],
    ['multipart/form-data', undefined],
  ])('%s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary)
  })
})

describe('a form whose parts repeat its boundary', () => {
  const formWith = (value: string): Uint8Array =>
    encoder.encode(`--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${value}\r\n--b--\r\n`)
  it('is read, where another word begins like it', () => {
    expect(scanForm(formWith('\r\n--bc'.repeat(100)), 'b')).toMatchObject({ parts: [{ name: 'a' }] })
  })
  it('is refused beyond 10,000 of them, each of which is compared by itself', () => {
    expect(scanForm(formWith('\r\n--bc'.repeat(10_001)), 'b')).toBe(
      'its parts contain the boundary too often',
    )
  })
})
