// What words in the search box mean: filters of the server, and never a search of what is loaded.
import { expect, it } from 'vitest'
import { readSearch } from '../../runtime/console/page/screens/requests/request-search.ts'
import { controlRoutes } from '../../schemas/generated/control-routes.ts'

const KNOWN = {
  models: ['gpt-5', 'gpt-5-mini', 'claude-sonnet', 'llama3:8b'],
  providers: ['openai-eu', 'mock'],
  configs: ['chat'],
  keys: ['key-7'],
}
const ID = '0123456789abcdef0123456789abcdef'

it.each([
  ['429', { status_code: '429' }],
  ['gpt', { ai_org_model: 'gpt-5,gpt-5-mini' }],
  ['gpt-5', { ai_org_model: 'gpt-5' }],
  ['GPT-5', { ai_org_model: 'gpt-5' }],
  ['llama3:8b', { ai_org_model: 'llama3:8b' }],
  ['openai', { virtual_keys: 'openai-eu' }],
  ['chat 500', { configs: 'chat', status_code: '500' }],
  ['key-7', { api_key_ids: 'key-7' }],
  ['timed out', { error: 'timed out' }],
  ['"429 again"', { error: '429 again' }],
  ['session:run-7 user:ann', { session: 'run-7', metadata: '{"_user":"ann"}' }],
  ['error:"no such model"', { error: 'no such model' }],
  ['metadata.team:legal', { metadata: '{"team":"legal"}' }],
  ['cost>0.5 latency<2000', { cost_min: '0.5', latency_max: '2000' }],
  ['cost>much', { error: 'cost>much' }],
  ['HIT', { cache_status: 'HIT' }],
  ['constructor:x __proto__', { error: 'constructor:x __proto__' }],
  ['<img src=x onerror=alert(1)>', { error: '<img src=x onerror=alert(1)>' }],
  ['', {}],
])('%s', (text, filters) => {
  expect(readSearch(text, KNOWN).filters).toEqual(filters)
})

it('an identifier may be that of a trace or of a request', () => {
  expect(readSearch(ID, KNOWN)).toEqual({
    filters: { trace_id: ID },
    parts: [`trace ${ID}`],
    identifier: ID,
  })
})

it('every filter that a word becomes is one that the server has', () => {
  const names =
    'status model provider service key config prompt session trace span workspace cache error user'
  const ranges = 'cost latency tokens input output'
  const text = [
    ...names.split(' ').map(name => `${name}:x`),
    ...ranges.split(' ').flatMap(name => [`${name}>1`, `${name}<2`]),
  ].join(' ')
  const { query = {} } = controlRoutes.find(({ operation }) => operation === 'listLogs') ?? {}
  const used = Object.keys(readSearch(text, KNOWN).filters)
  expect(used).toHaveLength(24)
  expect(used.filter(name => !Object.hasOwn(query, name))).toEqual([])
})
