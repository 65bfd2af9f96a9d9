// Identifiers within bodies, replies and streams over a pool of two accounts; what is refused; which identifiers have no mark.
import { describe, expect, it } from 'vitest'
import { linkOwnedState } from '../../../../runtime/link/pool/owned-state.ts'
import { accountMark, withMark, withoutMarks } from '../../../../runtime/resources/member-ids.ts'
import { failureReply } from '../../../../runtime/values/error-reply.ts'
import { failure } from '../../../../runtime/values/failures.ts'
import { headerValue } from '../../../../runtime/values/headers.ts'
import { queryValue } from '../../../../runtime/values/query-string.ts'
import type { Gateway } from '../../../../schemas/generated/types.ts'
import { asObject } from '../../../../schemas/values/json.ts'
import {
  ANTHROPIC,
  GEMINI,
  OPENAI,
  type PoolOptions,
  sendToPool,
  type Vendor,
} from '../../../support/account-pool.ts'
import { type SentRequest, type Step, steppedUpstream } from '../../../support/scripted-upstream.ts'
import { twoAccounts } from '../../../support/two-accounts.ts'
import { callOf } from '../call-of.ts'

/** The identifier as the gateway returned it. */
const marked = (account: string, id: string): string => withMark(id, accountMark(account))

/** What is a reply of every endpoint. */
const ANY = { choices: [], content: [], output: [] }

/** Which account gets a request, and what. */
async function exchange(
  vendor: Vendor,
  path: string,
  body: object | undefined,
  answer: object | string | ((request: SentRequest) => Step) = ANY,
  options: PoolOptions = {},
) {
  const upstream = steppedUpstream(request =>
    typeof answer === 'function'
      ? answer(request)
      : { status: 200, text: typeof answer === 'string' ? answer : JSON.stringify(answer) },
  )
  const reply = await sendToPool(vendor, upstream, options)(body === undefined ? 'GET' : 'POST', path, body)
  const accountOf = (headers: readonly string[]): string => /key-(\w)/.exec(headers.join(' '))?.[1] ?? 'none'
  return { reply, sent: upstream.sent, accounts: upstream.sent.map(({ headers }) => accountOf(headers)) }
}

const ask = { model: 'gpt-6.1-sol', input: 'Hi' }
const chat = { model: 'gpt-6.1-sol', messages: [{ role: 'user', content: 'Hi' }] }
const message = { model: 'claude-opus-4-8', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }
const content = { model: 'gemini-3-pro', contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
const generate = '/models/gemini-3-pro:generateContent'

/** Requests that name what account b stores: by the vendor's identifier, at the place where the body has it. */
const NAMED: readonly (readonly [string, Vendor, string, (id: string) => object, string])[] = [
  ['previous_response_id', OPENAI, '/responses', id => ({ ...ask, previous_response_id: id }), 'resp_1'],
  ['conversation', OPENAI, '/responses', id => ({ ...ask, conversation: id }), 'conv_1'],
  ['conversation.id', OPENAI, '/responses', id => ({ ...ask, conversation: { id } }), 'conv_1'],
  [
    'an item that refers to another',
    OPENAI,
    '/responses',
    id => ({
      ...ask,
      input: [
        { type: 'item_reference', id },
        { role: 'user', content: 'Hi' },
      ],
    }),
    'msg_1',
  ],
  [
    'reasoning that the provider stores',
    OPENAI,
    '/responses',
    id => ({
      ...ask,
      input: [
        { type: 'reasoning', id, summary: [] },
        { role: 'user', content: 'Hi' },
      ],
    }),
    'rs_1',
  ],
  [
    'a file of the input',
    OPENAI,
    '/responses',
    id => ({ ...ask, input: [{ role: 'user', content: [{ type: 'input_file', file_id: id }] }] }),
    'file-1',
  ],
  [
    'vector stores of a tool',
    OPENAI,
    '/responses',
    id => ({ ...ask, tools: [{ type: 'file_search', vector_store_ids: [id] }] }),
    'vs_1',
  ],
  [
    'the container of a tool',
    OPENAI,
    '/responses',
    id => ({ ...ask, tools: [{ type: 'code_interpreter', container: id }] }),
    'cntr_1',
  ],
  [
    'files of a container',
    OPENAI,
    '/responses',
    id => ({ ...ask, tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [id] } }] }),
    'file-1',
  ],
  [
    'a file of a chat',
    OPENAI,
    '/chat/completions',
    id => ({ ...chat, messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: id } }] }] }),
    'file-1',
  ],
  [
    'speech of an earlier turn',
    OPENAI,
    '/chat/completions',
    id => ({ ...chat, messages: [...chat.messages, { role: 'assistant', audio: { id } }, ...chat.messages] }),
    'audio_1',
  ],
  [
    'the file of a batch',
    OPENAI,
    '/batches',
    id => ({ input_file_id: id, endpoint: '/v1/responses', completion_window: '24h' }),
    'file-1',
  ],
  [
    'the file of a training job',
    OPENAI,
    '/fine_tuning/jobs',
    id => ({ model: 'gpt-4.1', training_file: id }),
    'file-1',
  ],
  ['files of a vector store', OPENAI, '/vector_stores', id => ({ file_ids: [id] }), 'file-1'],
  ['parts of an upload', OPENAI, '/uploads/upload_1/complete', id => ({ part_ids: [id] }), 'part_1'],
  [
    'the container of a message',
    ANTHROPIC,
    '/messages',
    id => ({ ...message, container: id }),
    'container_1',
  ],
  [
    'the container of a message with skills',
    ANTHROPIC,
    '/messages',
    id => ({ ...message, container: { id, skills: [{ type: 'anthropic', skill_id: 'pptx' }] } }),
    'container_1',
  ],
  [
    'a skill of the user',
    ANTHROPIC,
    '/messages',
    id => ({ ...message, container: { skills: [{ type: 'custom', skill_id: id }] } }),
    'skill_1',
  ],
  [
    'a message thread',
    ANTHROPIC,
    '/messages',
    id => ({ ...message, thread: { type: 'continue', previous_message_id: id } }),
    'msg_1',
  ],
  [
    'a file of a message',
    ANTHROPIC,
    '/messages',
    id => ({
      ...message,
      messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: id } }] }],
    }),
    'file_1',
  ],
  [
    'a file within a batch of messages',
    ANTHROPIC,
    '/messages/batches',
    id => ({
      requests: [
        {
          custom_id: '1',
          params: {
            ...message,
            messages: [{ role: 'user', content: [{ type: 'container_upload', file_id: id }] }],
          },
        },
      ],
    }),
    'file_1',
  ],
  ['cached content', GEMINI, generate, id => ({ ...content, cachedContent: id }), 'cachedContents/1'],
  [
    'the URI of a file',
    GEMINI,
    generate,
    id => ({ contents: [{ parts: [{ fileData: { fileUri: id } }] }] }),
    'https://generativelanguage.googleapis.com/v1beta/files/1',
  ],
  [
    'the file of a batch of Gemini',
    GEMINI,
    '/models/gemini-3-pro:batchGenerateContent',
    id => ({ batch: { input_config: { file_name: id } } }),
    'files/1',
  ],
  ['an interaction', GEMINI, '/interactions', id => ({ input: 'Hi', previous_interaction_id: id }), 'v1_1'],
]

describe('A request that names what an account stores', () => {
  it.each(NAMED)('by %s goes to it without the mark', async (_, vendor, path, body, id) => {
    // The pool would choose the first member.
    const { sent, accounts, reply } = await exchange(vendor, path, body(marked('b', id)), ANY, {
      draws: [0, 0],
    })
    expect([reply.status, accounts]).toEqual([200, ['b']])
    expect(sent[0]?.json).toEqual(body(id))
    expect(sent[0]?.text).toContain(`"${id}"`)
    expect(sent[0]?.text).not.toContain('-pm')
  })

  it.each(NAMED)(
    'by %s is not sent to another account when that one fails',
    async (_, vendor, path, body, id) => {
      const { accounts, reply } = await exchange(vendor, path, body(marked('b', id)), () => ({
        status: 503,
        body: { error: { message: 'Down.' } },
      }))
      expect([reply.status, new Set(accounts)]).toEqual([503, new Set(['b'])])
    },
  )

  it('by two identifiers of different accounts is refused', async () => {
    const { accounts, reply } = await exchange(OPENAI, '/responses', {
      ...ask,
      previous_response_id: marked('a', 'resp_1'),
      tools: [{ type: 'file_search', vector_store_ids: [marked('b', 'vs_1')] }],
    })
    expect([reply.status, accounts]).toEqual([400, []])
    expect(reply.json).toMatchObject({
      error: {
        type: 'invalid_request_error',
        param: 'vector_store_ids',
        message: expect.stringContaining('(previous_response_id: a, vector_store_ids: b)'),
      },
    })
  })

  it('by an identifier of a member that has gone is refused', async () => {
    for (const path of [`/files/${marked('gone', 'file-1')}`, `/files?after=${marked('gone', 'file-1')}`]) {
      const { accounts, reply } = await exchange(OPENAI, path, undefined)
      expect([reply.status, accounts]).toEqual([404, []])
      expect(reply.json).toMatchObject({
        error: { code: 'not_found', message: expect.stringContaining('@both') },
      })
    }
  })

  it('goes to any member of the account, and to the next of them when one fails', async () => {
    const members = { a: { account: 'main' }, b: { account: 'main' }, c: {} }
    const answer = ({ headers }: SentRequest): Step =>
      headers.includes('Bearer key-a') ? { status: 503, body: {} } : { status: 200, body: { id: 'file-1' } }
    const id = marked('main', 'file-1')
    const { accounts, reply } = await exchange(OPENAI, `/files/${id}`, undefined, answer, {
      members,
      draws: [0],
    })
    expect([reply.status, accounts, reply.json]).toEqual([200, ['a', 'b'], { id }])
  })

  it('finds a member by its name that has got an account since, and by the account that it was renamed from', async () => {
    const members = { new: { account: 'a', api_key: '${env:A}' }, b: { account: 'main' } }
    const both = [marked('a', 'file-1'), marked('b', 'file-1')].map(async id => {
      const { accounts } = await exchange(OPENAI, `/files/${id}`, undefined, { id: 'file-1' }, { members })
      return accounts
    })
    expect(await Promise.all(both)).toEqual([['a'], ['b']])
  })

  it('still finds its account when the pool has lost the others', async () => {
    const { sent, reply } = await exchange(
      OPENAI,
      '/responses',
      { ...ask, previous_response_id: marked('a', 'resp_1') },
      { id: 'resp_2', store: true, output: [] },
      { members: { a: {} } },
    )
    expect(sent[0]?.json).toMatchObject({ previous_response_id: 'resp_1' })
    expect(reply.json).toEqual({ id: 'resp_2', store: true, output: [] })
  })

  it('learns which account has it while that is full', async () => {
    const plan = {
      pick: 'random',
      failover: 2,
      members: ['a', 'b'].map(name => ({ name, slug: `both.${name}`, weight: 1, tier: 1 })),
    } as const
    const full = failureReply(failure('pool_exhausted', 'Every member is full.'))
    const outside: boolean[][] = []
    const send = linkOwnedState(
      'both',
      plan,
      async (_, isOutside) => {
        outside.push([0, 1].map(member => isOutside?.(member) === true))
        return { ...full, headers: [...full.headers, 'retry-after', '7'] }
      },
      'config',
      { gateway: { limits: { reply_bytes: 1000 } } as unknown as Gateway },
    )
    const path = `/files/${marked('b', 'file-1')}`
    const reply = await send(callOf('', { method: 'GET', endpoint: undefined, path, pathname: `/v1${path}` }))
    expect([reply.status, outside, headerValue(reply.headers, 'retry-after')]).toEqual([
      429,
      [[true, false]],
      '7',
    ])
    expect(reply.failure?.message).toContain('what the account b of the pool @both stores')
  })
})

describe('An identifier without a mark', () => {
  it('in a body goes to the first account, and to the next where that does not know it', async () => {
    const unknown: Step = {
      status: 400,
      body: {
        error: { message: 'Not found.', type: 'invalid_request_error', code: 'previous_response_not_found' },
      },
    }
    const { accounts, reply } = await exchange(
      OPENAI,
      '/responses',
      { ...ask, previous_response_id: 'resp_old' },
      ({ headers }) =>
        headers.includes('Bearer key-a') ? unknown : { status: 200, body: { id: 'resp_1', output: [] } },
      { draws: [0.9, 0.9] },
    )
    expect([accounts, reply.status, reply.json]).toEqual([
      ['a', 'b'],
      200,
      { id: marked('b', 'resp_1'), output: [] },
    ])
  })

  it('is not looked for elsewhere when the first account fails', async () => {
    const down = (): Step => ({ status: 503, body: { error: { message: 'Down.' } } })
    const { accounts, reply } = await exchange(OPENAI, '/files/file-old', undefined, down)
    expect([accounts, reply.status]).toEqual([['a'], 503])
  })

  it.each([
    ['that happens to end so', 'file-abc-pm0123456789'],
    ['of another pool', `${marked('a', 'file-abc').slice(0, -1)}!`],
  ])('%s is sent as it is', async (_, id) => {
    const { sent } = await exchange(OPENAI, `/files/${id}`, undefined, { id })
    expect(sent[0]?.path).toBe(`/v1/files/${id}`)
  })

  it('of a whole item in the history is no reason for an account', async () => {
    const items = [
      { type: 'message', role: 'assistant', id: marked('a', 'msg_1'), content: [] },
      { type: 'function_call', id: marked('b', 'fc_1'), call_id: 'call_1', name: 'f', arguments: '{}' },
      { type: 'reasoning', id: marked('b', 'rs_1'), summary: [], encrypted_content: 'x' },
      { type: 'function_call_output', call_id: 'call_1', output: marked('b', 'file-1') },
    ]
    const { sent, accounts } = await exchange(OPENAI, '/responses', { ...ask, input: items }, ANY, {
      draws: [0.9],
    })
    expect(accounts).toEqual(['b'])
    expect(asObject(sent[0]?.json)['input']).toEqual([
      { ...items[0], id: 'msg_1' },
      { ...items[1], id: 'fc_1' },
      { ...items[2], id: 'rs_1' },
      items[3],
    ])
  })

  it('of Gemini is looked for where the first account may not read it', async () => {
    const fileUri = 'https://generativelanguage.googleapis.com/v1beta/files/old'
    const members = { a: { account: 'main' }, b: { account: 'main' }, c: {} }
    const { accounts, reply } = await exchange(
      GEMINI,
      generate,
      { contents: [{ parts: [{ fileData: { fileUri } }] }] },
      ({ headers }) =>
        !headers.includes('key-c')
          ? {
              status: 403,
              body: { error: { code: 403, message: 'No permission.', status: 'PERMISSION_DENIED' } },
            }
          : { status: 200, body: { candidates: [] } },
      { members, draws: [0] },
    )
    expect([accounts, reply.status]).toEqual([['a', 'c'], 200])
  })

  it('that one account does not know is not looked for at its other members, nor a failure of the member', async () => {
    const missing = (): Step => ({ status: 404, body: { error: { message: 'No such file.' } } })
    const members = { a: { account: 'main' }, b: { account: 'main' } }
    const { accounts, reply } = await exchange(OPENAI, '/files/file-1', undefined, missing, {
      members,
      draws: [0],
    })
    expect([accounts, reply.status]).toEqual([['a'], 404])
  })

  it('in what users and models write stays as it is', async () => {
    const input = { file_id: marked('a', 'file-1') }
    const { sent, accounts } = await exchange(
      ANTHROPIC,
      '/messages',
      {
        ...message,
        messages: [
          { role: 'user', content: marked('a', 'file-1') },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'open', input }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] },
        ],
        metadata: { user_id: marked('b', 'user') },
      },
      ANY,
      { draws: [0.9] },
    )
    expect(accounts).toEqual(['b'])
    expect(sent[0]?.text).toContain(JSON.stringify(input))
    expect(sent[0]?.text).toContain(`"user_id":"${marked('b', 'user')}"`)
  })
})

describe('A conversation that moves to another account', () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'of a' }
  const input = [{ role: 'user', content: 'Hi' }, reasoning, { role: 'user', content: 'And?' }]
  const answer = ({ headers, text }: SentRequest): Step =>
    headers.includes('Bearer key-b') && text.includes('of a')
      ? {
          status: 400,
          body: { error: { message: 'Could not be verified.', code: 'invalid_encrypted_content' } },
        }
      : { status: 200, body: ANY }

  it('goes on without the reasoning that only the former one can decrypt', async () => {
    const { reply, sent, accounts } = await exchange(
      OPENAI,
      '/responses',
      { ...ask, store: false, input },
      answer,
      { draws: [0.9, 0] },
    )
    expect([reply.status, accounts]).toEqual([200, ['b', 'b']])
    expect(sent[1]?.json).toEqual({ ...ask, store: false, input: [input[0], input[2]] })
    expect(reply.outcome?.reply.dropped).toEqual(['input.reasoning'])
  })

  it('retains it at its own account', async () => {
    const { reply, sent, accounts } = await exchange(
      OPENAI,
      '/responses',
      { ...ask, store: false, input },
      answer,
      {
        draws: [0],
      },
    )
    expect([reply.status, accounts, sent[0]?.text.includes('of a')]).toEqual([200, ['a'], true])
    expect(reply.outcome?.reply.dropped).toBeUndefined()
  })

  it('is refused where its history is encrypted otherwise', async () => {
    const compacted = { ...ask, store: false, input: [{ ...reasoning, type: 'compaction' }] }
    const { reply, accounts } = await exchange(OPENAI, '/responses', compacted, answer, { draws: [0.9] })
    expect([reply.status, accounts]).toEqual([400, ['b']])
  })
})

describe('Replies', () => {
  const draws = [0]

  it('of stored responses have marks in all that a later request may name, and in nothing else', async () => {
    const response = {
      id: 'resp_1',
      object: 'response',
      store: true,
      previous_response_id: null,
      conversation: { id: 'conv_1' },
      metadata: { id: 'mine' },
      prompt: { id: 'pmpt_1' },
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', arguments: '{"file_id":"file-1"}' },
        {
          type: 'code_interpreter_call',
          id: 'ci_1',
          container_id: 'cntr_1',
          code: 'print(1)',
        },
        {
          type: 'message',
          id: 'msg_1',
          content: [
            {
              type: 'output_text',
              text: 'file-1',
              annotations: [{ type: 'container_file_citation', container_id: 'cntr_1', file_id: 'cfile_1' }],
            },
          ],
        },
      ],
      tools: [
        { type: 'function', name: 'f', parameters: { properties: { id: { type: 'string', default: 'x' } } } },
      ],
    }
    const { reply } = await exchange(OPENAI, '/responses', ask, response, { draws })
    const a = (id: string): string => marked('a', id)
    expect(reply.json).toEqual({
      ...response,
      id: a('resp_1'),
      conversation: { id: a('conv_1') },
      output: [
        { ...response.output[0], id: a('rs_1') },
        { ...response.output[1], id: a('fc_1') },
        { ...response.output[2], id: a('ci_1'), container_id: a('cntr_1') },
        {
          type: 'message',
          id: a('msg_1'),
          content: [
            {
              type: 'output_text',
              text: 'file-1',
              annotations: [
                { type: 'container_file_citation', container_id: a('cntr_1'), file_id: a('cfile_1') },
              ],
            },
          ],
        },
      ],
    })
  })

  it.each([
    ['requested so', { ...ask, store: false }, { id: 'resp_1', output: [] }],
    ['as the reply says', ask, { id: 'resp_1', store: false, output: [] }],
  ])('of responses that are not stored, %s, pass as they are', async (_, body, response) => {
    const text = ` ${JSON.stringify(response)}`
    expect((await exchange(OPENAI, '/responses', body, text, { draws })).reply.text).toBe(text)
  })

  it('and requests have their other fields byte for byte', async () => {
    const body = `{"model":"gpt-6.1-sol", "temperature":1.0,"previous_response_id":"${marked('a', 'resp_1')}","input":"Hi"}`
    const text = '{"id":"resp_2","store":true,"temperature":1.0, "seed":12345678901234567890,"output":[]}\n'
    const upstream = steppedUpstream(() => ({ status: 200, text }))
    const reply = await sendToPool(OPENAI, upstream)('POST', '/responses', body)
    expect(upstream.sent[0]?.text).toBe(body.replace(marked('a', 'resp_1'), 'resp_1'))
    expect(reply.text).toBe(text.replace('resp_2', marked('a', 'resp_2')))
  })

  it('of one account pass as they are', async () => {
    const members = { a: { account: 'main' }, b: { account: 'main' } }
    const text = ' {"id":"resp_1","store":true,"output":[]}'
    expect((await exchange(OPENAI, '/responses', ask, text, { draws, members })).reply.text).toBe(text)
  })

  const event = (type: string, more: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

  it.each([1, 7, 1000])(
    'that are streamed have the same marks in every event, in pieces of %i bytes',
    async size => {
      const text = [
        event('response.created', { response: { id: 'resp_1', store: true, output: [] } }),
        event('response.output_item.added', {
          output_index: 0,
          item: { type: 'message', id: 'msg_1', content: [] },
        }),
        event('response.output_text.delta', { item_id: 'msg_1', delta: 'Hé {"id":"x"}' }),
        event('response.completed', {
          response: { id: 'resp_1', store: true, output: [{ type: 'message', id: 'msg_1' }] },
        }),
      ].join('')
      const bytes = new TextEncoder().encode(text)
      const events = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const { reply } = await exchange(OPENAI, '/responses', { ...ask, stream: true }, () => ({ events }), {
        draws,
      })
      expect(reply.text).toBe(
        text
          .replaceAll('"resp_1"', `"${marked('a', 'resp_1')}"`)
          .replaceAll('"msg_1"', `"${marked('a', 'msg_1')}"`),
      )
    },
  )

  it('that are streamed and not stored pass as they are', async () => {
    const text = [
      event('response.created', { response: { id: 'resp_1', store: false, output: [] } }),
      event('response.output_text.delta', { item_id: 'msg_1', delta: 'Hi' }),
      event('response.completed', { response: { id: 'resp_1', store: false, output: [] } }),
    ].join('')
    const { reply } = await exchange(
      OPENAI,
      '/responses',
      { ...ask, stream: true },
      () => ({ events: [text] }),
      { draws },
    )
    expect(reply.text).toBe(text)
  })

  it('of messages name the container, the files of code execution and the message of a thread', async () => {
    const answered = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'bash', input: { file_id: 'file_0' } },
        {
          type: 'bash_code_execution_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: { type: 'x', content: [{ type: 'bash_code_execution_output', file_id: 'file_1' }] },
        },
      ],
      container: { id: 'container_1' },
      usage: { input_tokens: 1, output_tokens: 1 },
    }
    const a = (id: string): string => marked('a', id)
    const execution = { ...message, tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] }
    const executed = await exchange(ANTHROPIC, '/messages', execution, answered, { draws })
    const [use, result] = answered.content
    const withContainer = {
      ...answered,
      content: [
        use,
        {
          ...result,
          content: { type: 'x', content: [{ type: 'bash_code_execution_output', file_id: a('file_1') }] },
        },
      ],
      container: { id: a('container_1') },
    }
    expect(executed.reply.json).toEqual(withContainer)
    const thread = { ...message, thread: { type: 'new' } }
    const threaded = await exchange(ANTHROPIC, '/messages', thread, answered, { draws })
    expect(threaded.reply.json).toEqual({ ...withContainer, id: a('msg_1') })
    const plain = await exchange(ANTHROPIC, '/messages', message, ` ${JSON.stringify(answered)}`, { draws })
    expect(plain.reply.text).toBe(` ${JSON.stringify(answered)}`)
  })

  it('of chats name what is stored and speech, never calls of tools', async () => {
    const answered = {
      id: 'chatcmpl-1',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hi', audio: { id: 'audio_1' }, tool_calls: [{ id: 'x1' }] },
        },
      ],
    }
    const a = (id: string): string => marked('a', id)
    const spoken = {
      ...answered,
      choices: [{ index: 0, message: { ...answered.choices[0]?.message, audio: { id: a('audio_1') } } }],
    }
    const audio = { ...chat, audio: { voice: 'alloy', format: 'wav' } }
    expect((await exchange(OPENAI, '/chat/completions', audio, answered, { draws })).reply.json).toEqual(
      spoken,
    )
    const stored = await exchange(OPENAI, '/chat/completions', { ...chat, store: true }, answered, { draws })
    expect(stored.reply.json).toEqual({ ...spoken, id: a('chatcmpl-1') })
    const plain = await exchange(OPENAI, '/chat/completions', chat, answered, { draws })
    expect(plain.reply.json).toEqual(answered)
  })

  it('with the content of a file pass as they are, also if it is JSON', async () => {
    const text = '{"id": "file-1"}'
    for (const [vendor, path] of [
      [OPENAI, `/files/${marked('b', 'file-1')}/content`],
      [OPENAI, `/containers/${marked('b', 'cntr_1')}/files/${marked('b', 'cfile_1')}/content`],
      [ANTHROPIC, `/messages/batches/${marked('b', 'msgbatch_1')}/results`],
      [GEMINI, `/${marked('b', 'files/1')}:download?alt=media`],
    ] as const) {
      const { reply, accounts, sent } = await exchange(vendor, path, undefined, text)
      expect([reply.text, accounts, sent[0]?.path.includes('-pm')]).toEqual([text, ['b'], false])
    }
  })

  it('with the results of a batch of messages lead below the base URL of the client', async () => {
    const { reply } = await exchange(ANTHROPIC, `/messages/batches/${marked('b', 'msgbatch_1')}`, undefined, {
      id: 'msgbatch_1',
      results_url: 'https://api.anthropic.com/v1/messages/batches/msgbatch_1/results',
    })
    const id = marked('b', 'msgbatch_1')
    expect(reply.json).toEqual({ id, results_url: `/v1/messages/batches/${id}/results` })
  })

  it('to an offer of a call name it in their location', async () => {
    const { reply } = await exchange(
      OPENAI,
      '/realtime/calls',
      { sdp: 'v=0' },
      () => ({
        status: 201,
        headers: ['content-type', 'application/sdp', 'location', '/v1/realtime/calls/rtc_1'],
        text: 'v=0',
      }),
      { draws },
    )
    expect([reply.headers['location'], reply.text]).toEqual([
      `/v1/realtime/calls/${marked('a', 'rtc_1')}`,
      'v=0',
    ])
  })

  it('that are converted from another dialect have the same marks', async () => {
    const batch = {
      id: 'msgbatch_1',
      type: 'message_batch',
      processing_status: 'in_progress',
      request_counts: { processing: 1, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
      created_at: '2026-11-29T00:00:00Z',
      expires_at: '2026-11-30T00:00:00Z',
    }
    const claude: Vendor = { provider: 'anthropic' }
    const path = `/batches/${marked('b', 'msgbatch_1')}`
    const { reply, sent, accounts } = await exchange(claude, path, undefined, batch)
    expect([accounts, sent[0]?.path]).toEqual([['b'], '/v1/messages/batches/msgbatch_1'])
    expect(reply.json).toMatchObject({
      id: marked('b', 'msgbatch_1'),
      object: 'batch',
      status: 'in_progress',
    })
    const list = { data: [batch], has_more: false, first_id: batch.id, last_id: batch.id }
    const listed = await exchange(claude, '/batches?limit=2', undefined, list)
    expect(listed.accounts).toEqual(['a', 'b'])
    expect(listed.reply.json).toMatchObject({
      data: [{ id: marked('a', 'msgbatch_1') }, { id: marked('b', 'msgbatch_1') }],
      last_id: marked('b', 'msgbatch_1'),
      has_more: false,
    })
  })

  it('of Gemini name batches, operations and interactions', async () => {
    const a = (id: string): string => marked('a', id)
    const batch = {
      name: 'batches/1',
      metadata: { '@type': 'x', name: 'batches/1', output: { responsesFile: 'files/2' } },
    }
    const created = await exchange(GEMINI, '/models/gemini-3-pro:batchGenerateContent', {}, batch, { draws })
    expect(created.reply.json).toEqual({
      name: a('batches/1'),
      metadata: { '@type': 'x', name: a('batches/1'), output: { responsesFile: a('files/2') } },
    })
    const operation = { name: 'models/veo-4/operations/1', done: false }
    const begun = await exchange(GEMINI, '/models/veo-4:predictLongRunning', {}, operation, { draws })
    expect(begun.reply.json).toEqual({ ...operation, name: a(operation.name) })
    const read = await exchange(GEMINI, `/${marked('b', operation.name)}`, undefined, operation)
    expect([read.accounts, read.reply.json]).toEqual([
      ['b'],
      { ...operation, name: marked('b', operation.name) },
    ])
    const outputs = [{ type: 'function_call', id: 'call-7', name: 'f' }]
    const interaction = await exchange(
      GEMINI,
      '/interactions',
      { input: 'Hi' },
      { id: 'v1_1', outputs },
      { draws },
    )
    expect(interaction.reply.json).toEqual({ id: a('v1_1'), outputs })
    const text = await exchange(GEMINI, generate, content, { candidates: [], name: 'files/1' }, { draws })
    expect(text.reply.json).toEqual({ candidates: [], name: 'files/1' })
  })
})

describe('Lists', () => {
  it('backwards have every item once, from the last account to the first', async () => {
    for (const [vendor, path, prefix, before] of [
      [OPENAI, '/vector_stores', 'vs_', 'before'],
      [ANTHROPIC, '/messages/batches', 'msgbatch_', 'before_id'],
    ] as const)
      for (const size of [1, 2, 3, 5]) {
        const accounts = twoAccounts({ [path]: prefix })
        const ids = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'b4'].map(id => prefix + id)
        accounts.store('a', path, ...ids.slice(0, 3))
        accounts.store('b', path, ...ids.slice(3))
        const send = sendToPool(vendor, accounts.upstream)
        let found: string[] = []
        let cursor = marked('b', ids.at(-1) ?? '')
        for (let more = true; more; ) {
          const { json } = await send('GET', `${path}?limit=${size}&${before}=${cursor}`)
          const { data, has_more, first_id } = json as {
            data: { id: string }[]
            has_more: boolean
            first_id: string
          }
          found = [...data.map(({ id }) => id), ...found]
          more = has_more
          cursor = first_id
        }
        expect(found.map(id => withoutMarks(id)?.text)).toEqual(ids.slice(0, -1))
      }
  })

  it('by tokens have every item once', async () => {
    const stored: Readonly<Record<string, readonly string[]>> = { a: ['a1', 'a2', 'a3'], b: ['b1', 'b2'] }
    for (const size of [1, 2, 3, 4, 6]) {
      const upstream = steppedUpstream(({ headers, path }) => {
        const items = stored[headers.includes('key-a') ? 'a' : 'b'] ?? []
        const start = Number(queryValue(path, 'page')?.slice('token='.length) ?? 0)
        const end = start + Number(queryValue(path, 'limit'))
        const has_more = end < items.length
        const data = items.slice(start, end).map(id => ({ id: `skill_${id}` }))
        return { status: 200, body: { data, has_more, next_page: has_more ? `token=${end}` : null } }
      })
      const send = sendToPool(ANTHROPIC, upstream)
      const pages: string[][] = []
      for (let query = ''; ; ) {
        const { json } = await send('GET', `/skills?limit=${size}${query}`)
        const { data, has_more, next_page } = json as {
          data: { id: string }[]
          has_more: boolean
          next_page: string | null
        }
        pages.push(data.map(({ id }) => id))
        expect(next_page === null).toBe(!has_more)
        if (next_page === null) break
        query = `&page=${encodeURIComponent(next_page)}`
      }
      expect(pages.flat()).toEqual(
        Object.entries(stored).flatMap(([account, ids]) => ids.map(id => marked(account, `skill_${id}`))),
      )
      expect(pages).toHaveLength(Math.ceil(5 / size))
    }
  })

  it('without a limit are those of each account, as long as it gives them', async () => {
    const accounts = twoAccounts({ '/files': 'file-' })
    accounts.store('a', '/files', 'file-a1', 'file-a2')
    accounts.store('b', '/files', 'file-b1')
    const { json } = await sendToPool(OPENAI, accounts.upstream)('GET', '/files?purpose=batch')
    expect(json).toMatchObject({
      first_id: marked('a', 'file-a1'),
      last_id: marked('b', 'file-b1'),
      has_more: false,
      data: [{ id: marked('a', 'file-a1') }, { id: marked('a', 'file-a2') }, { id: marked('b', 'file-b1') }],
    })
    expect(accounts.requests()).toEqual(['a GET /files?purpose=batch', 'b GET /files?purpose=batch'])
  })

  it('leave out accounts of providers that have no such collection', async () => {
    const accounts = twoAccounts({ '/vector_stores': 'vs_' })
    accounts.store('b', '/vector_stores', 'vs_b1')
    const files = twoAccounts({ '/files': 'file-' })
    files.store('b', '/files', 'file-b1')
    const members = { a: { provider: 'deepseek' }, b: {} }
    const { json } = await sendToPool(OPENAI, files.upstream, { members })('GET', '/files')
    expect(json).toMatchObject({ data: [{ id: marked('b', 'file-b1') }], has_more: false })
  })

  it('below an identifier are those of its account', async () => {
    const { reply, accounts, sent } = await exchange(
      OPENAI,
      `/conversations/${marked('b', 'conv_1')}/items?limit=2&after=${marked('b', 'msg_1')}`,
      undefined,
      { object: 'list', data: [{ type: 'message', id: 'msg_2' }], last_id: 'msg_2', has_more: false },
    )
    expect([accounts, sent[0]?.path]).toEqual([['b'], '/v1/conversations/conv_1/items?limit=2&after=msg_1'])
    expect(reply.json).toMatchObject({ data: [{ id: marked('b', 'msg_2') }], last_id: marked('b', 'msg_2') })
  })
})
