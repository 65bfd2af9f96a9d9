// Ids of calls that are longer than some providers take, as clients and other providers write them: every provider gets ids that it
// takes, each result finds its call, and the same id is the same one in the next request.
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { strictProviders } from '../../support/dialects/strict-providers.ts'
import { stageOf } from './day-of-an-agent.ts'

/** As long as the names of tools of some servers make them; they differ in one place only. */
const IDS = ['1', 'f'].map(end => `codex_mcp__github__list_issues_exec-${'0a1b2c3d'.repeat(8)}_${end}`)
const FIELDS = /"(?:id|tool_use_id|toolUseId|tool_call_id|call_id)":"([^"]{9,})"/g

const messages = (model: string): JsonObject => ({
  model,
  max_tokens: 100,
  tools: [{ name: 'read', input_schema: { type: 'object', properties: {} } }],
  messages: [
    { role: 'user', content: 'Read.' },
    { role: 'assistant', content: IDS.map(id => ({ type: 'tool_use', id, name: 'read', input: {} })) },
    { role: 'user', content: IDS.map(id => ({ type: 'tool_result', tool_use_id: id, content: id })) },
  ],
})
const responses = (model: string): JsonObject => ({
  model,
  store: false,
  tools: [{ type: 'function', name: 'read', parameters: { type: 'object', properties: {} }, strict: false }],
  input: [
    { role: 'user', content: 'Read.' },
    ...IDS.map(id => ({ type: 'function_call', call_id: id, name: 'read', arguments: '{}' })),
    ...IDS.map(id => ({ type: 'function_call_output', call_id: id, output: id })),
  ],
})
const chat = (model: string): JsonObject => ({
  model,
  tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }],
  messages: [
    { role: 'user', content: 'Read.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: IDS.map(id => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
    },
    ...IDS.map(id => ({ role: 'tool', tool_call_id: id, content: id })),
  ],
})

const CLIENTS = [
  ['/messages', { 'anthropic-version': '2023-06-01' }, messages],
  ['/responses', {}, responses],
  ['/chat/completions', {}, chat],
] as const

it.each(
  strictProviders.flatMap(provider =>
    CLIENTS.map(client => [provider.name, client[0], provider, client] as const),
  ),
)('%s takes the ids of %s', async (_name, _path, provider, [path, headers, bodyOf]) => {
  const stage = stageOf(provider)
  const idsOf = async (): Promise<readonly string[]> => {
    stage.upstream.play({ answer: { thought: undefined, text: 'Done.', calls: [] } })
    const reply = await stage.send(path, headers, bodyOf(provider.model))
    const judged = stage.upstream.judged()
    expect(judged.flatMap(({ refusals }) => refusals).join(' ')).toBe('')
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    return judged.flatMap(({ body }) => [...JSON.stringify(body).matchAll(FIELDS)].map(([, id = '']) => id))
  }
  const ids = await idsOf()
  // Gemini has none, or those that the call came with.
  if (!provider.name.includes('gemini')) {
    expect(ids).toHaveLength(4)
    expect(ids.slice(2)).toEqual(ids.slice(0, 2))
    expect(new Set(ids).size).toBe(2)
  }
  expect(await idsOf()).toEqual(ids)
})
