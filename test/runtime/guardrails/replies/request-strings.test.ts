// Every string of the requests of the vendors, by the types of their SDKs, with texts beside it: guards read it, or the list names it.
import { describe, expect, it } from 'vitest'
import { textReadersFor } from '../../../../runtime/guardrails/body-texts/endpoint-texts.ts'
import { isList, isObject, type Json } from '../../../../schemas/values/json.ts'
import { createHarness } from '../../../support/harness.ts'
import { USED } from '../stub-guards.ts'
import { placeString } from './place-string.ts'
import { stringsOfTypes } from './vendor-strings.ts'

const SECRET = 'a secret of its own'
/** Fields of addresses are read where they have one. */
const PLACED = [SECRET, `https://example.com/${SECRET}`]

const ROOTS = {
  chat: "import('openai/resources/chat/completions').ChatCompletionCreateParamsNonStreaming",
  responses: "import('openai/resources/responses/responses').ResponseCreateParamsNonStreaming",
  messages: "import('@anthropic-ai/sdk/resources/messages').MessageCreateParamsNonStreaming",
} as const
const ENDPOINTS = { chat: 'chat/completions', responses: 'responses', messages: 'messages' } as const

const UNREAD: Readonly<Record<string, RegExp>> = {
  identifier: /(?:\.|_)id$/,
  name: /(?:^|\.)model$|^\.tool_choice\(/,
  choice: /\.size$|\.error\.type$/,
  bytes: /\.input_audio\.data$|\(base64\)\.data$/,
  sealed: /\.signature$|\(redacted_thinking\)\.data$/,
  duplicate: /\.logprobs\[\]/,
}

/** Its lists, with a text at the end. */
function withTexts(value: Json, field?: string): Json {
  if (isList(value)) {
    const items = value.map(item => withTexts(item))
    if (field === 'content' || field === 'output') return [...items, { type: 'text', text: 'beside' }]
    return field === 'messages' || field === 'input' ? [...items, { role: 'user', content: 'beside' }] : items
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, name)]))
    : value
}

describe('guards of requests read', () => {
  it('every string of the types of the vendors that the list does not name', () => {
    const strings = stringsOfTypes(ROOTS, () => false).filter(({ kind }) => kind !== 'choice')
    expect(new Set(strings.map(({ root }) => root))).toEqual(new Set(Object.keys(ROOTS)))
    const unread = strings.filter(({ root, path }) =>
      PLACED.every(text => {
        const body = withTexts(placeString(undefined, path, text, false) ?? null)
        const texts = textReadersFor(ENDPOINTS[root]).request.all(body, undefined)
        return !texts.some(each => each.text.includes(SECRET))
      }),
    )
    const reasonOf = (path: string): string | undefined =>
      Object.keys(UNREAD).find(reason => UNREAD[reason]?.test(path))
    expect(unread.filter(({ path }) => reasonOf(path) === undefined)).toEqual([])
    expect(new Set(unread.map(({ path }) => reasonOf(path)))).toEqual(new Set(Object.keys(UNREAD)))
  }, 60_000)

  const parts: readonly (readonly [title: string, part: Json])[] = [
    [
      'the address of an image',
      { type: 'image_url', image_url: { url: 'https://example.com/?k=forbidden' } },
    ],
    [
      'the address of an image as a string',
      { type: 'input_image', image_url: 'https://example.com/forbidden' },
    ],
    ['the address of a video', { type: 'video_url', video_url: { url: 'https://example.com/forbidden' } }],
    ['the name of a file', { type: 'file', file: { filename: 'forbidden.pdf', file_data: 'QUJD' } }],
    [
      'the address of a document',
      { type: 'document', source: { type: 'url', url: 'https://example.com/forbidden' } },
    ],
  ]
  const GUARDED = {
    provider: '@main',
    input_guardrails: [{ id: 'g', deny: true, contains: { operator: 'none', words: ['forbidden'] } }],
  }

  it.each(parts)('%s beside a text, in either scope', (_title, part) => {
    const body: Json = { messages: [{ role: 'user', content: [{ type: 'text', text: 'beside' }, part] }] }
    const readers = textReadersFor('chat/completions').request
    for (const scope of ['last', 'all'] as const)
      expect(readers[scope](body, undefined).some(({ text }) => text.includes('forbidden'))).toBe(true)
  })

  it.each(parts)('and deny %s', async (_title, part) => {
    const { call, upstream } = createHarness({ configs: { c: GUARDED }, script: [] })
    const body = { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, part] }] }
    expect((await call({ path: '/chat/completions', headers: USED, body })).status).toBe(446)
    expect(upstream.sent).toEqual([])
  })
})
