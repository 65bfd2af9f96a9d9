// Models of OpenAI that refuse tools in chats while they reason ("Function tools with reasoning_effort are not supported … use
// /v1/responses": github.com/openai/openai-openapi/issues/541) get such chats at `/responses`; clients see a chat or a message.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, parseJson } from '../../../schemas/values/json.ts'
import { createHarness } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const azure = (version: string): object => ({
  provider: 'azure',
  api_key: '${env:KEY}',
  resource_name: 'contoso',
  deployments: [{ deployment_id: 'prod', alias: 'gpt-5.6-sol', api_version: version }],
})
const MANIFEST = {
  providers: {
    main: { provider: 'openai', api_key: '${env:KEY}' },
    proxy: { provider: 'openai', api_key: '${env:KEY}', custom_host: 'https://proxy.example/v1' },
    router: { provider: 'openrouter', api_key: '${env:KEY}' },
    claude: { provider: 'anthropic', api_key: '${env:KEY}' },
    cloud: azure('v1'),
    old: azure('2024-10-21'),
  },
}

const messages = [{ role: 'user', content: 'Weather?' }]
const tool: JsonObject = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}
const response = (output: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  model: 'gpt-5.6-terra-2026-07-09',
  status: 'completed',
  error: null,
  incomplete_details: null,
  output,
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 60 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 20 },
    total_tokens: 130,
  },
  ...more,
})
const reasoning = (text: string): JsonObject => ({
  id: 'rs_1',
  type: 'reasoning',
  summary: text === '' ? [] : [{ type: 'summary_text', text }],
  encrypted_content: 'gAAA',
})
const call: JsonObject = {
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'call_1',
  name: 'weather',
  arguments: '{"city":"Bern"}',
}
const text = (value: string): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: value, annotations: [] }],
})

function events(items: readonly JsonObject[], last: JsonObject = response(items)): Step {
  const started = { ...last, status: 'in_progress', output: [], usage: null }
  const list: JsonObject[] = [{ type: 'response.created', response: started }]
  for (const [output_index, item] of items.entries()) {
    const at = { output_index, item_id: item['id'] ?? null }
    list.push({
      type: 'response.output_item.added',
      output_index,
      item: { ...item, arguments: '', input: '' },
    })
    for (const [summary_index, part] of asList(item['summary']).entries()) {
      list.push({ type: 'response.reasoning_summary_part.added', ...at, summary_index, part: {} })
      for (const delta of String(asObject(part)['text']).split(/(?= )/))
        list.push({ type: 'response.reasoning_summary_text.delta', ...at, summary_index, delta })
    }
    for (const part of asList(item['content']).map(asObject)) {
      const kind = part['type'] === 'refusal' ? 'refusal' : 'output_text'
      for (const delta of String(part['text'] ?? part['refusal']).split(/(?= )/))
        list.push({ type: `response.${kind}.delta`, ...at, content_index: 0, delta })
    }
    for (const [field, kind] of [
      ['arguments', 'function_call_arguments'],
      ['input', 'custom_tool_call_input'],
    ] as const)
      if (typeof item[field] === 'string')
        for (const delta of item[field].split(/(?<=:)/))
          list.push({ type: `response.${kind}.delta`, ...at, delta })
    list.push({ type: 'response.output_item.done', output_index, item })
  }
  list.push({ type: `response.${String(last['status'])}`, response: last })
  return {
    events: list.map(each => `event: ${String(each['type'])}\ndata: ${JSON.stringify(each)}\n\n`),
    headers: ['content-type', 'text/event-stream'],
  }
}

async function send(model: string, more: JsonObject, step: Step, path = '/chat/completions', headers = {}) {
  const here = createHarness({ manifest: MANIFEST, environment: { KEY: 'key' }, script: [step] })
  const body = path === '/messages' ? { max_tokens: 4096 } : {}
  const reply = await here.call({ path, headers, body: { model, messages, ...body, ...more } })
  const [sent] = here.upstream.sent
  return {
    reply,
    path: sent?.path,
    sent: asObject(sent?.json as JsonObject),
    dropped: reply.outcome?.reply.dropped ?? [],
  }
}
const ok: Step = { status: 200, body: response([reasoning(''), text('Sunny.')]) }
const chatOk: Step = {
  status: 200,
  body: { choices: [{ index: 0, message: { role: 'assistant', content: 'Sunny.' }, finish_reason: 'stop' }] },
}
const chunksOf = (body: string): readonly JsonObject[] =>
  body.split('\n\n').flatMap(part => {
    const parsed = parseJson(part.replace(/^data: /, ''))
    return parsed === undefined ? [] : [asObject(parsed)]
  })

describe('the path', () => {
  it.each<readonly [string, string, JsonObject, string]>([
    ['reasons by default beside tools', '@main/gpt-5.6-terra', {}, '/v1/responses'],
    ['is asked to reason beside tools', '@main/gpt-5.4', { reasoning_effort: 'high' }, '/v1/responses'],
    ['always reasons', '@main/gpt-6-astra', { reasoning_effort: 'none' }, '/v1/responses'],
    ['is a deployment', '@cloud/gpt-5.6-sol', {}, '/openai/v1/responses'],
    ['does not reason by default', '@main/gpt-5.4', {}, '/v1/chat/completions'],
    ['is asked not to reason', '@main/gpt-5.6-terra', { reasoning_effort: 'none' }, '/v1/chat/completions'],
    ['gets no tools', '@main/gpt-5.6-terra', { tools: [] }, '/v1/chat/completions'],
    ['takes both in chats', '@main/gpt-5.1', { reasoning_effort: 'high' }, '/v1/chat/completions'],
    ['is at another host', '@router/openai/gpt-5.6-terra', {}, '/api/v1/chat/completions'],
  ])('of a model that %s', async (_, model, more, expected) => {
    const { path, reply } = await send(
      model,
      { tools: [tool], ...more },
      expected.includes('chat') ? chatOk : ok,
    )
    expect([path, reply.status]).toEqual([expected, 200])
  })

  it.each<readonly [string, string, JsonObject, string]>([
    ['several choices', '@main/gpt-5.6-terra', { n: 2 }, '/v1/chat/completions'],
    ['a host that speaks chats', '@proxy/gpt-5.6-terra', {}, '/v1/chat/completions'],
    [
      'a version of Azure without responses',
      '@old/gpt-5.6-sol',
      {},
      '/openai/deployments/prod/chat/completions?api-version=2024-10-21',
    ],
  ])('stays that of chats for %s: without reasoning, which is named', async (_, model, more, expected) => {
    const { path, sent, dropped } = await send(
      model,
      { tools: [tool], reasoning_effort: 'high', ...more },
      chatOk,
    )
    expect([path, sent['reasoning_effort'], dropped]).toEqual([expected, 'none', ['reasoning_effort']])
  })
})

describe('the request', () => {
  it('has everything of the chat, and names what a response lacks', async () => {
    const { sent, dropped } = await send(
      '@main/gpt-5.6-terra',
      {
        messages: [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Look' },
              { type: 'image_url', image_url: { url: 'https://a/b.png', detail: 'low' } },
              { type: 'file', file: { file_id: 'file-1' } },
            ],
          },
          {
            role: 'assistant',
            content: 'I look.',
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } },
              { id: 'c2', type: 'custom', custom: { name: 'patch', input: '+1' } },
            ],
          },
          { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'Sunny' }] },
          { role: 'tool', tool_call_id: 'c2', content: 'Done' },
        ],
        tools: [
          tool,
          {
            type: 'custom',
            custom: {
              name: 'patch',
              format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } },
            },
          },
        ],
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'weather' } }] },
        },
        parallel_tool_calls: false,
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'o',
            strict: true,
            schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
          },
        },
        max_tokens: 500,
        verbosity: 'low',
        reasoning_effort: 'high',
        metadata: { a: 'b' },
        prompt_cache_key: 'k',
        seed: 1,
        stop: ['x'],
        temperature: 0.5,
      },
      ok,
    )
    expect(sent).toEqual({
      model: 'gpt-5.6-terra',
      include: ['reasoning.encrypted_content'],
      store: false,
      input: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look' },
            { type: 'input_image', image_url: 'https://a/b.png', detail: 'low' },
            { type: 'input_file', file_id: 'file-1' },
          ],
        },
        { role: 'assistant', content: 'I look.' },
        { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{}' },
        { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: '+1' },
        { type: 'function_call_output', call_id: 'c1', output: 'Sunny' },
        { type: 'custom_tool_call_output', call_id: 'c2', output: 'Done' },
      ],
      tools: [
        { type: 'function', ...asObject(tool['function']), strict: false },
        { type: 'custom', name: 'patch', format: { type: 'grammar', syntax: 'lark', definition: 'x' } },
      ],
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'weather' }] },
      parallel_tool_calls: false,
      text: {
        verbosity: 'low',
        format: expect.objectContaining({ type: 'json_schema', name: 'o', strict: true }),
      },
      reasoning: { effort: 'high' },
      max_output_tokens: 500,
      metadata: { a: 'b' },
      prompt_cache_key: 'k',
    })
    expect(dropped).toEqual(['seed', 'stop', 'temperature'])
  })

  it('names the deployment of Azure', async () =>
    expect((await send('@cloud/gpt-5.6-sol', { tools: [tool] }, ok)).sent).toMatchObject({ model: 'prod' }))
})

const STREAMED = [false, true]
describe.each(STREAMED)('the reply, streamed: %s', stream => {
  const played = (items: readonly JsonObject[], last?: JsonObject): Step =>
    stream ? events(items, last) : { status: 200, body: last ?? response(items) }
  const ask = (
    items: readonly JsonObject[],
    last?: JsonObject,
    headers = {},
    model = '@main/gpt-5.6-terra',
  ) =>
    send(
      model,
      { tools: [tool], stream, stream_options: { include_usage: true } },
      played(items, last),
      '/chat/completions',
      headers,
    )
  /** The message and the finish of a chat, from chunks too. */
  const whole = (body: string): JsonObject => {
    if (!stream) return asObject(parseJson(body))
    const chunks = chunksOf(body)
    const calls: JsonObject[] = []
    let content = ''
    let refusal = ''
    let finish: unknown = null
    let blocks: unknown[] = []
    for (const chunk of chunks) {
      const [choice] = asList(chunk['choices']).map(asObject)
      const delta = asObject(choice?.['delta'])
      content += String(delta['content'] ?? '')
      refusal += String(delta['refusal'] ?? '')
      finish = choice?.['finish_reason'] ?? finish
      blocks = [...blocks, ...asList(delta['content_blocks'])]
      for (const each of asList(delta['tool_calls']).map(asObject)) {
        const { index, ...others } = each
        const known = calls[Number(index)]
        const args = String(
          asObject(each['function'])['arguments'] ?? asObject(each['custom'])['input'] ?? '',
        )
        if (known === undefined) calls.push({ ...others, text: args })
        else calls[Number(index)] = { ...known, text: `${String(known['text'])}${args}` }
      }
    }
    const message = {
      content: content === '' ? null : content,
      refusal: refusal === '' ? null : refusal,
      tool_calls: calls.map(({ text: args, ...others }) =>
        others['type'] === 'custom'
          ? { ...others, custom: { ...asObject(others['custom']), input: args ?? '' } }
          : { ...others, function: { ...asObject(others['function']), arguments: args ?? '' } },
      ),
      ...(blocks.length === 0 ? {} : { content_blocks: blocks }),
    } as JsonObject
    const usage = chunks.at(-1)?.['usage'] ?? null
    const id = chunks[0]?.['id'] ?? null
    const model = chunks[0]?.['model'] ?? null
    return { id, model, choices: [{ message, finish_reason: finish as string }], usage }
  }

  it('is a chat with its calls, text and usage, and without fields beyond the schema', async () => {
    const { reply } = await ask([reasoning('Where?'), text('Let me look.'), call])
    const chat = whole(reply.text)
    expect([reply.status, chat]).toMatchObject([
      200,
      {
        id: 'resp_1',
        model: 'gpt-5.6-terra-2026-07-09',
        choices: [
          {
            finish_reason: 'tool_calls',
            message: {
              content: 'Let me look.',
              refusal: null,
              tool_calls: [
                {
                  id: 'call_1',
                  type: 'function',
                  function: { name: 'weather', arguments: '{"city":"Bern"}' },
                },
              ],
            },
          },
        ],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 30,
          total_tokens: 130,
          prompt_tokens_details: { cached_tokens: 60 },
          completion_tokens_details: { reasoning_tokens: 20 },
        },
      },
    ])
    expect(reply.text).not.toMatch(/content_blocks|reasoning_content|gAAA/)
  })

  it.each<readonly [string, readonly JsonObject[], JsonObject, JsonObject]>([
    [
      'a call of a custom tool',
      [
        {
          id: 'ctc_1',
          type: 'custom_tool_call',
          call_id: 'call_2',
          name: 'patch',
          input: '+1: a',
        },
      ],
      {},
      {
        finish_reason: 'tool_calls',
        message: {
          tool_calls: [{ id: 'call_2', type: 'custom', custom: { name: 'patch', input: '+1: a' } }],
        },
      },
    ],
    [
      'a refusal',
      [{ ...text(''), content: [{ type: 'refusal', refusal: 'I will not.' }] }],
      {},
      { finish_reason: 'stop', message: { content: null, refusal: 'I will not.' } },
    ],
    [
      'an end at the limit',
      [text('Sun')],
      { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      { finish_reason: 'length', message: { content: 'Sun' } },
    ],
    [
      'an end by the content filter',
      [text('Sun')],
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
      { finish_reason: 'content_filter', message: { content: 'Sun' } },
    ],
  ])('%s', async (_, items, more, choice) => {
    const { reply } = await ask(items, response(items, more))
    expect(whole(reply.text)).toMatchObject({ choices: [choice] })
  })

  it('a failed response is an error', async () => {
    const failed = response([], {
      status: 'failed',
      error: { code: 'server_error', message: 'The model crashed.' },
    })
    const { reply } = await ask([], failed)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.text).toContain('The model crashed.')
  })

  it('has the reasoning as native blocks if it is not strict', async () => {
    const { reply } = await ask([reasoning('Where?'), call], undefined, {
      'x-gateway-strict-vendor-compliance': 'false',
    })
    expect(reply.text).toContain('"reasoning_content":"Where?"')
    expect(reply.text).toContain('"type":"response_item","origin":"openai"')
  })
})

describe('a client of Messages', () => {
  const use = (more: JsonObject = {}): JsonObject => ({
    tools: [{ name: 'weather', input_schema: { type: 'object', properties: {} } }],
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: 'high' },
    ...more,
  })
  const turnOf = async (stream: boolean): Promise<JsonObject> => {
    const items = [reasoning('Where?'), text('I look.'), call]
    const step: Step = stream ? events(items) : { status: 200, body: response(items) }
    const { reply, sent, path, dropped } = await send(
      '@main/gpt-5.6-terra',
      use({ stream }),
      step,
      '/messages',
    )
    expect([path, sent['reasoning'], dropped]).toEqual([
      '/v1/responses',
      { effort: 'high', summary: 'auto' },
      [],
    ])
    if (!stream) return { role: 'assistant', content: asObject(reply.json as JsonObject)['content'] ?? [] }
    const content: Record<string, unknown>[] = []
    for (const part of reply.text.split('\n\n')) {
      const event = asObject(parseJson(/data: (.*)/.exec(part)?.[1] ?? ''))
      const { content_block: block, delta: more } = event
      if (block !== undefined) content.push({ ...asObject(block) })
      const last = content.at(-1) ?? {}
      const delta = asObject(more)
      if (typeof delta['thinking'] === 'string')
        last['thinking'] = `${String(last['thinking'])}${delta['thinking']}`
      if (typeof delta['text'] === 'string') last['text'] = `${String(last['text'])}${delta['text']}`
      if (typeof delta['signature'] === 'string') last['signature'] = delta['signature']
      if (typeof delta['partial_json'] === 'string')
        last['json'] = `${String(last['json'] ?? '')}${delta['partial_json']}`
    }
    return {
      role: 'assistant',
      content: content.map(({ json, ...block }) =>
        json === undefined ? block : { ...block, input: parseJson(String(json)) ?? {} },
      ) as JsonObject[],
    }
  }

  it.each(STREAMED)('gets the reasoning and sends it back, streamed: %s', async stream => {
    const turn = await turnOf(stream)
    expect(turn['content']).toMatchObject([
      { type: 'thinking', thinking: 'Where?', signature: expect.stringMatching(/^portolan1\./) },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Bern' } },
    ])
    const history = [
      ...messages,
      turn,
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'Sunny' }] },
    ]
    const { sent } = await send('@main/gpt-5.6-terra', use({ messages: history }), ok, '/messages')
    expect(sent['input']).toEqual([
      { role: 'user', content: 'Weather?' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Bern"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'Sunny' },
    ])
    for (const [model, step] of [
      ['@cloud/gpt-5.6-sol', ok],
      ['@router/openai/gpt-5.6-terra', chatOk],
      ['@claude/claude-opus-4-7', { status: 200, body: { content: [] } }],
    ] as const) {
      const other = await send(model, use({ messages: history }), step, '/messages')
      expect(JSON.stringify(other.sent), model).not.toMatch(/gAAA|portolan1|response_item/)
    }
  })

  it('without a wish for thinking asks for no summary', async () => {
    const { sent } = await send(
      '@main/gpt-5.6-terra',
      use({ thinking: { type: 'adaptive' } }),
      ok,
      '/messages',
    )
    expect(sent['reasoning']).toEqual({ effort: 'high' })
  })
})
