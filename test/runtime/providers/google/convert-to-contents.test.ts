// OpenAI messages → instructions and contents.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { call, hello, result, written } from './requests.ts'

const user = (...texts: readonly string[]) => ({ role: 'user', parts: texts.map(text => ({ text })) })
const model = (...parts: readonly JsonObject[]) => ({ role: 'model', parts })
const used = (name: string, args: JsonObject, more: JsonObject = {}) => ({
  functionCall: { name, args },
  ...more,
})
const gave = (name: string, text: string) => ({ functionResponse: { name, response: { result: text } } })
const assistantMessage = (content: string, more: JsonObject = {}) => ({ role: 'assistant', content, ...more })
const signed = (signature: string) => ({ extra_content: { google: { thought_signature: signature } } })

describe('messages', () => {
  const cases: readonly [title: string, messages: readonly JsonObject[], expected: JsonObject][] = [
    [
      'instructions at the head, in order',
      [
        { role: 'system', content: 'a' },
        { role: 'developer', content: [{ type: 'text', text: 'b' }] },
        hello,
      ],
      { systemInstruction: { parts: [{ text: 'a' }, { text: 'b' }] }, contents: [user('hello')] },
    ],
    [
      'later instructions join them',
      [
        { role: 'system', content: 'a' },
        hello,
        assistantMessage('b'),
        { role: 'developer', content: 'c' },
        hello,
      ],
      {
        systemInstruction: { parts: [{ text: 'a' }, { text: 'c' }] },
        contents: [user('hello'), model({ text: 'b' }), user('hello')],
      },
    ],
    [
      'instructions after the last reply remain a turn',
      [hello, assistantMessage('b'), { role: 'system', content: 'a' }],
      { contents: [user('hello'), model({ text: 'b' }), user('a')] },
    ],
    ['only instructions: they become a turn', [{ role: 'system', content: 'a' }], { contents: [user('a')] }],
    [
      'empty messages are left out',
      [hello, assistantMessage(''), hello],
      { contents: [user('hello'), user('hello')] },
    ],
    [
      'adjacent assistant messages are one turn, and text with tool calls is kept',
      [hello, assistantMessage('a'), assistantMessage('b', { tool_calls: [call('1', 'f', '{"x":1}')] })],
      { contents: [user('hello'), model({ text: 'a' }, { text: 'b' }, used('f', { x: 1 }))] },
    ],
    [
      'an error result',
      [
        hello,
        assistantMessage('', { tool_calls: [call('1', 'f', '{}')] }),
        { role: 'tool', tool_call_id: '1', content: 'no', is_error: true },
      ],
      {
        contents: [
          user('hello'),
          model(used('f', {})),
          { role: 'user', parts: [{ functionResponse: { name: 'f', response: { error: 'no' } } }] },
        ],
      },
    ],
    [
      'results get the name of their call, in the order of the calls',
      [
        hello,
        assistantMessage('', { tool_calls: [call('1', 'f', ''), call('2', 'g', null)] }),
        result('2', 'two'),
        result('1', [
          { type: 'text', text: 'o' },
          { type: 'text', text: 'ne' },
        ]),
      ],
      {
        contents: [
          user('hello'),
          model(used('f', {}), used('g', {})),
          { role: 'user', parts: [gave('f', 'one'), gave('g', 'two')] },
        ],
      },
    ],
    [
      'calls with the same id are answered in order',
      [
        hello,
        assistantMessage('', { tool_calls: [call('', 'f', '{}'), call('', 'g', '{}')] }),
        result('', 'a'),
        result('', 'b'),
      ],
      {
        contents: [
          user('hello'),
          model(used('f', {}), used('g', {})),
          { role: 'user', parts: [gave('f', 'a'), gave('g', 'b')] },
        ],
      },
    ],
    [
      'an identifier that comes again means the later call',
      [
        hello,
        assistantMessage('', { tool_calls: [call('1', 'f', '{}')] }),
        result('1', 'a'),
        assistantMessage('', { tool_calls: [call('1', 'g', '{}')] }),
        result('1', 'b'),
      ],
      {
        contents: [
          user('hello'),
          model(used('f', {})),
          { role: 'user', parts: [gave('f', 'a')] },
          model(used('g', {})),
          { role: 'user', parts: [gave('g', 'b')] },
        ],
      },
    ],
    [
      'a result with a name needs no call',
      [hello, { role: 'tool', name: 'f', content: 'a' }],
      { contents: [user('hello'), { role: 'user', parts: [gave('f', 'a')] }] },
    ],
    [
      'attachments of results follow after all results',
      [
        hello,
        assistantMessage('', { tool_calls: [call('1', 'f', ''), call('2', 'g', '')] }),
        result('1', [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }]),
        result('2', 'b'),
        hello,
      ],
      {
        contents: [
          user('hello'),
          model(used('f', {}), used('g', {})),
          {
            role: 'user',
            parts: [gave('f', ''), gave('g', 'b'), { inlineData: { mimeType: 'image/png', data: 'AA==' } }],
          },
          user('hello'),
        ],
      },
    ],
    [
      'a refusal is text',
      [hello, { role: 'assistant', content: null, refusal: 'no' }],
      { contents: [user('hello'), model({ text: 'no' })] },
    ],
  ]
  test.each(cases)('%s', (_, messages, expected) => {
    expect(written({ messages })).toEqual({ body: expected, dropped: [] })
  })
})

describe('signatures are restored on their parts', () => {
  const cases: readonly [title: string, answer: JsonObject, expected: readonly JsonObject[]][] = [
    [
      'of calls',
      assistantMessage('', { tool_calls: [call('1', 'f', '', signed('s')), call('2', 'g', '')] }),
      [used('f', {}, { thoughtSignature: 's' }), used('g', {})],
    ],
    ['of text', assistantMessage('a', signed('s')), [{ text: 'a', thoughtSignature: 's' }]],
    [
      'of text with tool calls',
      assistantMessage('a', { ...signed('s'), tool_calls: [call('1', 'f', '', signed('t'))] }),
      [{ text: 'a', thoughtSignature: 's' }, used('f', {}, { thoughtSignature: 't' })],
    ],
    [
      'of a message with tool calls only',
      assistantMessage('', { ...signed('s'), tool_calls: [call('1', 'f', '')] }),
      [used('f', {}, { thoughtSignature: 's' })],
    ],
    [
      'of a message without anything',
      assistantMessage('', signed('s')),
      [{ text: '', thoughtSignature: 's' }],
    ],
  ]
  test.each(cases)('%s', (_, answer, parts) => {
    expect(written({ messages: [hello, answer] })).toMatchObject({ body: { contents: [{}, { parts }] } })
  })

  test('from the third generation on, a first call without one gets a placeholder', () => {
    const messages = [hello, assistantMessage('', { tool_calls: [call('1', 'f', ''), call('2', 'g', '')] })]
    const marked = used('f', {}, { thoughtSignature: 'skip_thought_signature_validator' })
    const of = (name: string) => written({ messages }, { model: name })
    expect(of('gemini-3-flash-preview')).toMatchObject({
      body: { contents: [{}, { parts: [marked, used('g', {})] }] },
    })
    expect(JSON.stringify(of('gemini-2.5-pro'))).not.toContain('skip')
  })
})

describe('native blocks of a non-strict reply go back', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }
  const cases: readonly [title: string, answer: JsonObject, expected: readonly JsonObject[]][] = [
    [
      'in their order, without thoughts',
      assistantMessage('ab', {
        content_blocks: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'a' },
          { ...image, thought_signature: 's' },
          { type: 'text', text: 'b' },
        ],
      }),
      [
        { text: 'a' },
        { inlineData: { mimeType: 'image/png', data: 'AA==' }, thoughtSignature: 's' },
        { text: 'b' },
      ],
    ],
    [
      'what no shape fits as it came',
      assistantMessage('a', {
        content_blocks: [
          { type: 'google_part', part: { executableCode: { code: '1', language: 'PYTHON' } } },
        ],
      }),
      [{ executableCode: { code: '1', language: 'PYTHON' } }, { text: 'a' }],
    ],
    [
      'calls once',
      assistantMessage('', {
        content_blocks: [{ type: 'tool_use', id: '1', name: 'f', input: {} }],
        tool_calls: [call('1', 'f', '')],
      }),
      [used('f', {})],
    ],
    [
      'blocks of others are passed over',
      assistantMessage('a', {
        content_blocks: [{ type: 'server_tool_use' }, 'x', { type: 'image', source: null }],
      }),
      [{ text: 'a' }],
    ],
  ]
  test.each(cases)('%s', (_, answer, parts) => {
    expect(written({ messages: [hello, answer] })).toMatchObject({ body: { contents: [{}, { parts }] } })
  })
})

describe('parts', () => {
  const png = 'data:image/PNG;charset=x;base64,AA=='
  const web = 'https://example.com/a.JPG?x=1'
  const cases: readonly [part: JsonObject, expected: JsonObject][] = [
    [{ type: 'text', text: 'a' }, { text: 'a' }],
    [
      { type: 'image_url', image_url: { url: png, detail: 'low' } },
      { inlineData: { mimeType: 'image/png', data: 'AA==' } },
    ],
    [{ type: 'image_url', image_url: web }, { fileData: { fileUri: web, mimeType: 'image/jpeg' } }],
    [
      { type: 'image_url', image_url: { url: 'https://example.com/a' } },
      { fileData: { fileUri: 'https://example.com/a' } },
    ],
    [
      { type: 'image_url', image_url: { url: 'gs://b/a.png' } },
      { fileData: { fileUri: 'gs://b/a.png', mimeType: 'image/png' } },
    ],
    [
      { type: 'video_url', video_url: { url: 'gs://b/a.mp4' } },
      { fileData: { fileUri: 'gs://b/a.mp4', mimeType: 'video/mp4' } },
    ],
    [
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } },
      { inlineData: { mimeType: 'application/pdf', data: 'AA==' } },
    ],
    [{ type: 'file', file: { file_id: 'files/abc' } }, { fileData: { fileUri: 'files/abc' } }],
    [
      { type: 'file', file: { file_id: 'gs://b/x', format: 'text/plain' } },
      { fileData: { fileUri: 'gs://b/x', mimeType: 'text/plain' } },
    ],
    [
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
      { inlineData: { mimeType: 'audio/wav', data: 'AA==' } },
    ],
    [
      { type: 'input_audio', input_audio: { data: 'AQACAA==', format: 'pcm16' } },
      {
        inlineData: {
          mimeType: 'audio/wav',
          data: 'UklGRigAAABXQVZFZm10IBAAAAABAAEAwF0AAIC7AAACABAAZGF0YQQAAAABAAIA',
        },
      },
    ],
    [{ fileData: { fileUri: 'x' } }, { fileData: { fileUri: 'x' } }],
  ]
  test.each(cases)('%j', (part, expected) => {
    expect(written({ messages: [{ role: 'user', content: [part] }] })).toMatchObject({
      body: { contents: [{ role: 'user', parts: [expected] }] },
    })
  })
})
