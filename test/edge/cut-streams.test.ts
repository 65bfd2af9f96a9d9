// A stream that broke looks broken (D30), to the vendors' own SDKs: no damage gives a whole answer, a tool call with a hole, or a finish reason
// that the provider did not send.
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`
const call = (text: string): string => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })
const DONE = 'data: [DONE]\n\n'
const TEXT = [
  chunk({ role: 'assistant', content: 'The ' }),
  chunk({ content: 'answer ' }),
  chunk({ content: 'is 42.' }),
]
const TOOL = [
  chunk({
    role: 'assistant',
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'pay', arguments: '' } }],
  }),
  ...['{"amount": ', '1', '00', '0.00', '}'].map(call),
]
const HALF = chunk({ content: 'answer ' }).slice(0, 60)

/** What the provider sends; `true`: then its connection is closed in the middle of the body. */
const DAMAGES: Readonly<Record<string, readonly [body: string, isCut: boolean]>> = {
  'cut in its text': [TEXT.slice(0, 2).join(''), true],
  'cut before its finish reason, at an event': [TEXT.join(''), true],
  'ended without a finish reason': [TEXT.join('') + DONE, false],
  'half of an event in its text': [`${TEXT[0]}${HALF}\n\n${TEXT[2]}${chunk({}, 'stop')}${DONE}`, false],
  'text of a proxy in its text': [
    `${TEXT[0]}data: <html>502</html>\n\n${TEXT[2]}${chunk({}, 'stop')}${DONE}`,
    false,
  ],
  'a broken event in the arguments of a tool': [
    `${TOOL.slice(0, 4).join('')}data: {"choices":[{"index":0,"delta":{"tool_calls\n\n${TOOL.at(-1)}${chunk({}, 'tool_calls')}${DONE}`,
    false,
  ],
  'cut in the arguments of a tool': [TOOL.slice(0, 3).join(''), true],
}
const WHOLE = `${TEXT.join('')}${chunk({}, 'stop')}${DONE}`

let gateway: RunningGateway
let provider: Awaited<ReturnType<typeof runProvider>>
let current: readonly [body: string, isCut: boolean] = [WHOLE, false]
beforeAll(async () => {
  provider = await runProvider((_request, response) => {
    const [body, isCut] = current
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (isCut) response.write(body, () => setImmediate(() => response.destroy()))
    else response.end(body)
  })
  const stored = (id: string) => ({
    provider: id,
    api_key: '${env:KEY}',
    custom_host: `${provider.origin}/v1`,
  })
  gateway = await runGateway(
    {
      providers: { native: stored('cerebras'), mapped: stored('mistral') },
      trusted_hosts: ['127.0.0.1'],
    },
    {},
    { KEY: 'k' },
  )
})
afterAll(async () => {
  await gateway?.stop()
  await provider?.stop()
})

interface Read {
  readonly text: string
  readonly finish: string | undefined
}

const openai = () => new OpenAI({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 0 })
const anthropic = () =>
  new Anthropic({ baseURL: gateway.url.replace(/\/v1$/, ''), apiKey: 'unused', maxRetries: 0 })
const messages = [{ role: 'user' as const, content: 'Hello' }]

/** A stream read to its end by the vendor's SDK. */
const CLIENTS: Readonly<Record<string, (model: string) => Promise<Read>>> = {
  'OpenAI, chat': async model => {
    let [text, finish] = ['', undefined as string | undefined]
    for await (const { choices } of await openai().chat.completions.create({
      model,
      messages,
      stream: true,
    })) {
      text += choices[0]?.delta.content ?? ''
      finish = choices[0]?.finish_reason ?? finish
    }
    return { text, finish }
  },
  'OpenAI, responses': async model => {
    let [text, finish] = ['', undefined as string | undefined]
    for await (const event of await openai().responses.create({
      model,
      input: 'Hello',
      stream: true,
      store: false,
    })) {
      if (event.type === 'response.output_text.delta') text += event.delta
      if (event.type === 'response.completed') finish = 'completed'
    }
    return { text, finish }
  },
  'Anthropic, messages': async model => {
    const stream = anthropic().messages.stream({ model, max_tokens: 99, messages })
    const { content, stop_reason } = await stream.finalMessage()
    return {
      text: content.map(each => ('text' in each ? each.text : '')).join(''),
      finish: stop_reason ?? undefined,
    }
  },
}

describe.each(Object.entries(CLIENTS))('%s', (name, read) => {
  it.each(['@native/m', '@mapped/m'])('reads a whole stream of %s', async model => {
    current = [WHOLE, false]
    expect(await read(model)).toMatchObject({ text: 'The answer is 42.', finish: expect.any(String) })
  })

  describe.each(Object.entries(DAMAGES))('of a stream with %s', (title, damage) => {
    // Bytes of the vendor's schema pass unread to its own clients: what the SDK makes of a broken event is the SDK's.
    const isUnread = name === 'OpenAI, chat' && !damage[1] && !title.startsWith('ended')
    it.each(isUnread ? ['@mapped/m'] : ['@native/m', '@mapped/m'])('of %s, raises an error', async model => {
      current = damage
      await expect(read(model)).rejects.toThrow()
    })
  })
})

it.each(['@native/m', '@mapped/m'])('a stream of %s without a finish reason is no success', async model => {
  current = DAMAGES['ended without a finish reason'] ?? current
  await CLIENTS['OpenAI, chat']?.(model).catch(() => {})
  const record = (await gateway.log()).at(-1)
  expect(record?.['broken']).toContain('truncated')
})

it('the record of a damaged stream has the reason', async () => {
  current = DAMAGES['a broken event in the arguments of a tool'] ?? current
  await CLIENTS['Anthropic, messages']?.('@mapped/m').catch(() => {})
  const record = (await gateway.log()).findLast(({ broken }) => broken !== undefined)
  expect(record?.['broken']).toContain('not a JSON object')
})
