// Content parts → blocks of Converse.
import { describe, expect, test } from 'vitest'
import { convertContent, documentName } from '../../../../runtime/providers/bedrock/convert-content.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { messagesOf } from './requests.ts'

const converted = (...parts: readonly Json[]) => {
  const reported: string[] = []
  const blocks = convertContent(parts, 'messages[0].content', (_, at) => void reported.push(at))
  return { blocks, reported }
}
const image = (url: string): JsonObject => ({ type: 'image_url', image_url: { url } })
const file = (file: JsonObject): JsonObject => ({ type: 'file', file })
const inline = (mediaType: string): string => `data:${mediaType};base64,QUJD`
const document = (format: string, name: string): JsonObject => ({
  document: { format, name, source: { bytes: 'QUJD' } },
})
const OFFICE = 'application/vnd.openxmlformats-officedocument'

describe('parts of content', () => {
  const cases: readonly [title: string, part: JsonObject, blocks: readonly JsonObject[]][] = [
    ['text', { type: 'text', text: 'a' }, [{ text: 'a' }]],
    ['a refusal', { type: 'refusal', refusal: 'no' }, [{ text: 'no' }]],
    ['blank text', { type: 'text', text: ' \n' }, []],
    ['png', image(inline('image/png')), [{ image: { format: 'png', source: { bytes: 'QUJD' } } }]],
    ['jpg', image(inline('IMAGE/JPG')), [{ image: { format: 'jpeg', source: { bytes: 'QUJD' } } }]],
    [
      'an image in a file',
      file({ file_data: inline('image/webp') }),
      [{ image: { format: 'webp', source: { bytes: 'QUJD' } } }],
    ],
    [
      'pdf',
      file({ file_data: inline('application/pdf'), filename: 'My report (1).pdf' }),
      [document('pdf', 'My report (1)')],
    ],
    [
      'a file without a name is named by its path in the request',
      file({ file_data: inline('text/markdown') }),
      [document('md', 'messages[0]-content[0]')],
    ],
    [
      'docx',
      file({ file_data: inline(`${OFFICE}.wordprocessingml.document`), filename: 'a' }),
      [document('docx', 'a')],
    ],
    [
      'a format derived from the name only',
      file({ file_data: inline('application/octet-stream'), filename: 'Tabelle.XLSX' }),
      [document('xlsx', 'Tabelle')],
    ],
    [
      'sound',
      { type: 'input_audio', input_audio: { data: 'QUJD', format: 'wav' } },
      [{ audio: { format: 'wav', source: { bytes: 'QUJD' } } }],
    ],
    [
      'a mark for the cache',
      { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } },
      [{ text: 'a' }, { cachePoint: { type: 'default', ttl: '1h' } }],
    ],
    [
      'blocks of the dialect itself',
      { guardContent: { text: { text: 'a' } } },
      [{ guardContent: { text: { text: 'a' } } }],
    ],
    [
      'a film in the dialect',
      { video: { format: 'mp4', source: { s3Location: { uri: 's3://a/b' } } } },
      [{ video: { format: 'mp4', source: { s3Location: { uri: 's3://a/b' } } } }],
    ],
  ]
  test.each(cases)('%s', (_, part, blocks) => {
    expect(converted(part)).toEqual({ blocks, reported: [] })
  })

  const refused: readonly [title: string, part: JsonObject][] = [
    ['an image by web URL', image('https://example.com/a.png')],
    ['an image without a URL', image('a.png')],
    ['an image of an unknown kind', image(inline('image/tiff'))],
    ['a file by web URL', file({ file_data: 'https://example.com/a.pdf' })],
    ['a file that is elsewhere', file({ file_id: 'file-1' })],
    ['a file of an unknown kind', file({ file_data: inline('application/zip'), filename: 'a.zip' })],
    [
      'audio of an unknown format',
      { type: 'input_audio', input_audio: { data: 'QUJD', format: 'toString' } },
    ],
    ['audio without bytes', { type: 'input_audio' }],
    ['text without text', { type: 'text' }],
    ['a part of an unknown type', { type: 'hologram' }],
    ['a part without anything', {}],
  ]
  test.each(refused)('refused: %s', (_, part) => {
    expect(converted({ type: 'text', text: 'a' }, part)).toEqual({
      blocks: [{ text: 'a' }],
      reported: ['messages[0].content[1]'],
    })
  })
})

describe('names of documents', () => {
  test.each([
    ['a/b\\c:d.pdf', 'a-b-c-d'],
    ['two  spaces\tand a tab.txt', 'two spaces and a tab'],
    ['x'.repeat(300), 'x'.repeat(200)],
    ['[draft] (2).md', '[draft] (2)'],
    ['報告.pdf', 'messages[0]'],
    ['', 'messages[0]'],
  ])('%s', (name, expected) => {
    expect(documentName(name, 'messages[0]')).toBe(expected)
  })

  test('differ in one request, over turns and in results', () => {
    const part = (filename: string) => file({ file_data: inline('application/pdf'), filename })
    const messages = messagesOf(
      { role: 'user', content: [part('Report.pdf'), part('report.pdf')] },
      { role: 'tool', tool_call_id: 'a', content: [part('report.docx')] },
      { role: 'user', content: [part('other.pdf')] },
    )
    const names = JSON.stringify(messages).match(/"name":"[^"]*"/g)
    expect(names).toHaveLength(4)
    expect(new Set(names?.map(name => name.toLowerCase())).size).toBe(4)
    expect(names).toContain('"name":"other"')
  })
})
