// Tools in namespaces and the search for tools, as https://developers.openai.com/api/docs/guides/tools-tool-search and Codex write them,
// where a chat serves the response: functions, whose calls come back with both names.
import { describe, expect, test } from 'vitest'
import { responsesApi } from '../../../../runtime/inbound/responses/responses.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject } from '../../../../schemas/values/json.ts'
import { callPiece, chat, chunk, context } from '../context.ts'
import { eventsOf, responseFromEvents } from '../read-streams.ts'

const inner = (name: string, more: JsonObject = {}): JsonObject => ({
  type: 'function',
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties: {} },
  ...more,
})
const github: JsonObject = {
  type: 'namespace',
  name: 'mcp__github',
  description: 'Issues and pull requests.',
  tools: [inner('list_issues', { defer_loading: true }), { type: 'custom', name: 'patch' }],
}
const SEARCH: JsonObject = {
  type: 'tool_search',
  execution: 'client',
  description: 'Finds tools.',
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
}

const converted = (more: JsonObject): JsonObject => {
  const request = responsesApi.request({ model: 'm', input: 'hello', ...more })
  if (!('body' in request)) throw new Error(request.message)
  return { ...request.body, dropped: request.dropped }
}
const functionsOf = (body: JsonObject): readonly JsonObject[] =>
  asList(body['tools']).map(tool => asObject(asObject(tool)['function']))
const namesOf = (tools: Json): readonly Json[] =>
  functionsOf(converted({ tools })).map(({ name }) => name ?? null)

/** The only item of a reply that calls a function, whole and streamed. */
function called(request: JsonObject, name: string, args: string): readonly JsonObject[] {
  const at = { ...context, request }
  const call = { id: 'call_1', type: 'function', function: { name, arguments: args } }
  const whole = responsesApi.reply(
    chat({ content: null, tool_calls: [call] }, { finish_reason: 'tool_calls' }),
    at,
  )
  const events = eventsOf(responsesApi.stream(at), [
    chunk(callPiece(0, 'call_1', name, '')),
    chunk(callPiece(0, undefined, undefined, args.slice(0, 4))),
    chunk(callPiece(0, undefined, undefined, args.slice(4))),
    chunk({}, { finish_reason: 'tool_calls' }),
  ])
  return [whole, responseFromEvents(events)].flatMap(({ output }) => asList(output).map(asObject))
}

describe('tools of a namespace', () => {
  test('are functions under both names, deferred ones too, introduced by the namespace', () => {
    const { dropped, ...body } = converted({ tools: [inner('read'), github] })
    expect([dropped, functionsOf(body)]).toMatchObject([
      [],
      [
        { name: 'read', description: 'Does read.' },
        { name: 'mcp__github__list_issues', description: 'Issues and pull requests.\n\nDoes list_issues.' },
        { name: 'mcp__github__patch', parameters: { required: ['input'] } },
      ],
    ])
  })

  test.each<readonly [string, string, string, JsonObject]>([
    [
      'a function',
      'mcp__github__list_issues',
      '{"a":1}',
      { type: 'function_call', namespace: 'mcp__github', name: 'list_issues', arguments: '{"a":1}' },
    ],
    [
      'a custom tool',
      'mcp__github__patch',
      '{"input":"+1"}',
      { type: 'custom_tool_call', namespace: 'mcp__github', name: 'patch', input: '+1' },
    ],
    ['a function of its own', 'read', '{}', { type: 'function_call', name: 'read' }],
  ])('calls of %s come back as the client knows it, whole and streamed', (_, name, args, item) => {
    const items = called({ tools: [inner('read'), github] }, name, args)
    expect(items).toMatchObject([item, item])
    for (const each of items) expect('namespace' in each).toBe('namespace' in item)
  })

  test('calls in the history have the names of the chat', () => {
    const call = (type: string, more: JsonObject): JsonObject => ({ type, call_id: 'c1', ...more })
    const { messages } = converted({
      tools: [github],
      input: [
        call('function_call', { namespace: 'mcp__github', name: 'list_issues', arguments: '{}' }),
        call('custom_tool_call', { namespace: 'mcp__github', name: 'patch', input: 'x' }),
        call('function_call', { namespace: 'gone', name: 'f', arguments: '{}' }),
      ],
    })
    const [message] = asList(messages).map(asObject)
    expect(asList(message?.['tool_calls'])).toMatchObject([
      { function: { name: 'mcp__github__list_issues' } },
      { function: { name: 'mcp__github__patch' } },
      { function: { name: 'gone__f' } },
    ])
  })

  test.each<readonly [string, JsonObject, Json]>([
    [
      'by the name of a function, as the vendor writes it',
      { type: 'function', name: 'list_issues' },
      { type: 'function', function: { name: 'mcp__github__list_issues' } },
    ],
    [
      'by both names',
      { type: 'custom', namespace: 'mcp__github', name: 'patch' },
      { type: 'function', function: { name: 'mcp__github__patch' } },
    ],
    [
      'of a whole namespace',
      { type: 'namespace', name: 'mcp__github' },
      {
        type: 'allowed_tools',
        allowed_tools: {
          mode: 'required',
          tools: [
            { type: 'function', function: { name: 'mcp__github__list_issues' } },
            { type: 'function', function: { name: 'mcp__github__patch' } },
          ],
        },
      },
    ],
    [
      'among some',
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'list_issues' }] },
      {
        type: 'allowed_tools',
        allowed_tools: {
          mode: 'auto',
          tools: [{ type: 'function', function: { name: 'mcp__github__list_issues' } }],
        },
      },
    ],
  ])('a choice %s', (_, choice, written) =>
    expect(converted({ tools: [github], tool_choice: choice })['tool_choice']).toEqual(written),
  )
})

describe('names that a chat accepts', () => {
  const long = 'n'.repeat(60)
  const space = (name: string, ...tools: readonly string[]): JsonObject => ({
    type: 'namespace',
    name,
    tools: tools.map(each => inner(each)),
  })

  test('are joined by one separator', () =>
    expect(namesOf([space('mcp__a__', 'b'), space('a.b c', 'd')])).toEqual(['mcp__a__b', 'a_b_c__d']))

  test.each<readonly [string, Json]>([
    ['two long names that begin alike', [space('one', `${long}a`, `${long}b`)]],
    ['a function that has the joined name', [inner('one__two'), space('one', 'two')]],
    ['namespaces whose joined names are the same', [space('one__', 'two'), space('one', 'two')]],
    ['namespaces that differ in characters', [space('a.b', 'c'), space('a b', 'c')]],
    ['a function of more than 64 characters', [inner(`${long}longer`), inner(`${long}longest`)]],
  ])('differ for %s, and each call finds its tool', (_, tools) => {
    const names = namesOf(tools)
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    const found = names.map(name => called({ tools }, String(name), '{}')[0])
    const declared = asList(tools).flatMap(tool => {
      const { type, name } = asObject(tool)
      if (type === 'function') return [{ name }]
      return asList(asObject(tool)['tools']).map(each => ({ namespace: name, name: asObject(each)['name'] }))
    })
    expect(found).toMatchObject(declared)
  })

  test('are the same in the next turn, when other tools are offered', () => {
    const named = (tools: readonly string[]): unknown => namesOf([space('one', ...tools)]).at(-1)
    expect(named([`${long}b`])).toBe(named(['x', `${long}a`, `${long}b`]))
  })
})

describe('the search for tools', () => {
  const call: JsonObject = {
    type: 'tool_search_call',
    execution: 'client',
    call_id: 'call_s',
    arguments: { query: 'issues' },
  }
  const output = (...tools: readonly JsonObject[]): JsonObject => ({
    type: 'tool_search_output',
    execution: 'client',
    call_id: 'call_s',
    tools,
  })

  test('that the client runs is a function; what it loaded is offered', () => {
    const { dropped, messages, ...body } = converted({ tools: [SEARCH], input: [call, output(github)] })
    expect(dropped).toEqual([])
    expect(functionsOf(body)).toMatchObject([
      { name: 'tool_search', description: 'Finds tools.', parameters: SEARCH['parameters'] },
      { name: 'mcp__github__list_issues' },
      { name: 'mcp__github__patch' },
    ])
    expect(messages).toMatchObject([
      { tool_calls: [{ id: 'call_s', function: { name: 'tool_search', arguments: '{"query":"issues"}' } }] },
      {
        role: 'tool',
        tool_call_id: 'call_s',
        content: 'Loaded tools: mcp__github__list_issues, mcp__github__patch',
      },
    ])
  })

  test('a tool that was loaded twice is offered once', () =>
    expect(
      functionsOf(converted({ tools: [SEARCH, github], input: [call, output(github), output(github)] })),
    ).toHaveLength(3))

  test('its call is an item of its kind, whole and streamed', () => {
    const item = {
      type: 'tool_search_call',
      execution: 'client',
      call_id: 'call_1',
      status: 'completed',
      arguments: { query: 'x' },
    }
    expect(called({ tools: [SEARCH] }, 'tool_search', '{"query":"x"}')).toMatchObject([item, item])
  })

  test('that the vendor runs is left out and named, with its items; the tools are sent in full', () => {
    const hosted = { type: 'tool_search' }
    const ran = { ...call, execution: 'server', call_id: null }
    const body = converted({
      tools: [hosted, github],
      input: [
        ran,
        { ...output(github), execution: 'server', call_id: null },
        { role: 'user', content: 'Hi' },
      ],
    })
    expect(body['dropped']).toEqual([
      'input.tool_search_call',
      'input.tool_search_output',
      'tools.tool_search',
    ])
    expect(functionsOf(body)).toHaveLength(2)
    expect(body['messages']).toEqual([{ role: 'user', content: 'Hi' }])
  })

  test('tools that an item of the input adds are offered', () =>
    expect(
      functionsOf(
        converted({
          input: [
            { type: 'additional_tools', role: 'developer', tools: [inner('late')] },
            { role: 'user', content: 'Hi' },
          ],
        }),
      ),
    ).toMatchObject([{ name: 'late' }]))
})
