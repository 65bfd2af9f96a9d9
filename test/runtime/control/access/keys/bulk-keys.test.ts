// Many keys in one request: all or nothing by default, each item checked as a request about only that key would be, in one transaction.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ResourceStore, Transaction } from '../../../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../../../runtime/control/core/store-error.ts'
import type { Json } from '../../../../../schemas/values/json.ts'
import { manifestKey, openControl, startControl } from '../../../../support/control-harness.ts'
import { openMemoryStore } from '../../../../support/memory-store.ts'
import { owner } from './key-calls.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`
const SERVICE = '/api-keys/workspace/service'
const item = (index: number, more: object = {}) => ({
  name: `key-${index}`,
  scopes: ['inference'],
  workspace_id: 'default',
  ...more,
})
const many = (count: number): readonly Json[] => Array.from({ length: count }, (_, index) => item(index))
const AUDIT = '/audit-logs?start_time=2026-11-01T00:00:00Z&end_time=2026-12-01T00:00:00Z'

type Control = Awaited<ReturnType<typeof startControl>>
const keysOf = ({ context }: Control) => context.replica?.all('api-key').toArray() ?? []
const entriesOf = async ({ send }: Control): Promise<readonly Record<string, Json>[]> =>
  (await send('GET', AUDIT)).body.records

/** A store that records its transactions, and fails in the middle of one when it is told to. */
function watchedStore() {
  const inner = openMemoryStore()
  const transactions: Transaction[] = []
  const state = { failsAfter: Number.POSITIVE_INFINITY }
  const store: ResourceStore = {
    ...inner,
    commit: async transaction => {
      transactions.push(transaction)
      if (transaction.writes.length > state.failsAfter)
        throw new StoreError('unavailable', 'The store cannot be used.')
      return await inner.commit(transaction)
    },
  }
  return { store, transactions, state }
}

describe('many keys are created at once', () => {
  test('with secrets that are shown once, in one transaction with an entry of the audit log for each', async () => {
    const { store, transactions } = watchedStore()
    const control = await openControl({}, { store })
    onTestFinished(() => control.close())
    const notified: (readonly string[] | undefined)[] = []
    control.context.replica?.onChange('api-key', changed => void notified.push(changed))
    const before = transactions.length
    const reply = await control.send('POST', `${SERVICE}/bulk`, { items: many(500) })
    expect(reply).toMatchObject({ status: 200, body: { object: 'list', total: 500, errors: [] } })
    const created: readonly { index: number; id: string; key: string }[] = reply.body.data
    expect(created.map(({ index }) => index)).toEqual(many(500).map((_, index) => index))
    expect(new Set(created.map(({ key }) => key)).size).toBe(500)
    expect(transactions.length - before).toBe(1)
    expect(notified.map(ids => ids?.length)).toEqual([500])
    const [, second] = created
    const read = await control.send('GET', `/api-keys/${second?.id}`)
    expect(read.body).toMatchObject({ name: 'key-1', masked_key: `ptl_****${second?.key.slice(-4)}` })
    const entries = transactions.at(-1)?.writes.filter(({ kind }) => kind === 'audit') ?? []
    expect(entries.map(({ value }) => value?.['resource_id'])).toEqual(created.map(({ id }) => id))
    expect(entries.every(({ value }) => value?.['action'] === 'create')).toBe(true)
    expect(JSON.stringify(transactions)).not.toContain(second?.key)
  })

  test.each([
    ['organisation/service', { name: 'ci', scopes: ['configs.list'] }, 'organisation-service'],
    ['workspace/service', { name: 'ci', scopes: [], workspace_id: 'default' }, 'workspace-service'],
    ['workspace/user', { name: 'ci', scopes: [], workspace_id: 'default' }, 'workspace-user'],
  ])('%s has such a route', async (path, body, type) => {
    const control = await startControl()
    const person = await control.send('POST', '/organisation/users', { email: 'ann@example.com' })
    const users = [{ id: person.body.id, role: 'member' }]
    await control.send('POST', '/workspaces/default/users', { users })
    const items = [type === 'workspace-user' ? { ...body, user_id: person.body.id } : body]
    const reply = await control.send('POST', `/api-keys/${path}/bulk`, { items })
    expect(reply.status).toBe(200)
    const read = await control.send('GET', `/api-keys/${reply.body.data[0].id}`)
    expect(read.body).toMatchObject({ type, name: 'ci' })
  })

  const MIXED = [
    item(0),
    item(1, { scopes: ['nonsense'] }),
    item(2, { workspace_id: 'nowhere' }),
    item(3, { usage_limits: { type: 'cost', credit_limit: 5, alert_threshold: 5 } }),
    'no object',
    item(5),
  ] as readonly Json[]
  const ERRORS = [
    { index: 1, code: 'invalid_request', param: 'scopes[0]' },
    { index: 2, code: 'not_found', param: 'workspace_id' },
    { index: 3, code: 'invalid_request', param: 'usage_limits.alert_threshold' },
    { index: 4, code: 'invalid_request', param: null },
  ]

  test('and none of them if one cannot be made: each such item is named', async () => {
    const control = await startControl()
    const reply = await control.send('POST', `${SERVICE}/bulk`, { items: MIXED })
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', param: 'items[1].scopes[0]', details: { items: ERRORS } } },
    })
    expect(reply.body.error.message).toMatch(
      /^Nothing of the request was done, because of items\[1\]: scopes\[0\] must be .* 3 more of its items cannot be done either\.$/s,
    )
    expect(keysOf(control)).toEqual([])
    expect(await entriesOf(control)).toEqual([])
  })

  test('or the others, where the request skips those that cannot', async () => {
    const control = await startControl()
    const reply = await control.send('POST', `${SERVICE}/bulk`, { items: MIXED, on_error: 'skip' })
    expect(reply).toMatchObject({
      status: 200,
      body: { total: 2, data: [{ index: 0 }, { index: 5 }], errors: ERRORS },
    })
    expect(keysOf(control).map(({ value }) => value['name'])).toEqual(
      expect.arrayContaining(['key-0', 'key-5']),
    )
    expect(keysOf(control)).toHaveLength(2)
    expect(await entriesOf(control)).toHaveLength(2)
  })

  test('each failure is that of a request about only that item', async () => {
    const control = await startControl({
      api_keys: [owner('a', ['workspace_service_api_keys.create', 'inference'])],
    })
    const items = [
      { name: 'x', scopes: ['configs.create'] },
      { name: 'x', scopes: ['inference'], workspace_id: 'default' },
      { name: 'x', scopes: [], defaults: { config_id: 'none' } },
      { name: '', scopes: [] },
      { scopes: [] },
    ]
    const bulk = await control.send(
      'POST',
      `${SERVICE}/bulk`,
      { items, on_error: 'skip' },
      { key: 'git key' },
    )
    expect(bulk.body).toMatchObject({ total: 0, data: [] })
    for (const [index, each] of items.entries()) {
      const alone = await control.send('POST', SERVICE, each, { key: 'git key' })
      const { code, message, param } = alone.body.error
      expect(bulk.body.errors[index]).toEqual({ index, code, message, param })
    }
  })

  test.each<readonly [string, Json, string]>([
    ['no items', { items: [] }, 'items must have at least 1 item.'],
    ['too many items', { items: many(501) }, 'items must have at most 500 items.'],
    ['no list', { items: 'x' }, 'items must be a list.'],
    ['nothing', {}, 'items is missing.'],
    ['another way', { items: many(1), on_error: 'retry' }, 'on_error must be refuse or skip.'],
    ['a stranger', { items: many(1), more: 1 }, 'more is not a known property.'],
  ])('a request with %s is refused', async (_title, body, message) => {
    const { send } = await startControl()
    const reply = await send('POST', `${SERVICE}/bulk`, body)
    expect(reply).toMatchObject({ status: 400, body: { error: { message } } })
  })

  test('scopes in the words of another gateway are named for each key', async () => {
    const { send } = await startControl()
    const items = [item(0), item(1, { scopes: ['completions.write'] })]
    const reply = await send('POST', `${SERVICE}/bulk`, { items })
    expect(reply.body.data[0]).not.toHaveProperty('scopes_read_as')
    expect(reply.body.data[1]).toMatchObject({ scopes_read_as: { 'completions.write': 'inference' } })
  })

  test('a store that fails leaves nothing', async () => {
    const { store, state } = watchedStore()
    const control = await openControl({}, { store })
    onTestFinished(() => control.close())
    state.failsAfter = 2
    const reply = await control.send('POST', `${SERVICE}/bulk`, { items: many(3) })
    expect(reply).toMatchObject({ status: 503, body: { error: { code: 'store_unavailable' } } })
    expect(reply.body).not.toHaveProperty('data')
    expect(keysOf(control)).toEqual([])
  })
})

describe('many keys are changed at once', () => {
  async function withKeys(count: number) {
    const weak = manifestKey('weak', 'default', ['workspace_service_api_keys.update', 'inference'])
    const opened = await openControl({ api_keys: [weak] }, { adminKey: ADMIN })
    onTestFinished(() => opened.close())
    const send: Control['send'] = (method, path, body, options = { key: ADMIN }) =>
      opened.send(method, path, body, options)
    const control = { ...opened, send }
    const { body } = await control.send('POST', `${SERVICE}/bulk`, { items: many(count) })
    return { control, ids: (body.data as readonly { readonly id: string }[]).map(({ id }) => id) }
  }

  test('by what each item has, with the verb of each in the audit log', async () => {
    const { control, ids } = await withKeys(3)
    const [first = '', second = '', third = ''] = ids
    const items = [
      { id: first, rate_limits: [{ type: 'requests', unit: 'rpm', value: 5 }] },
      { id: second, status: 'disabled' },
    ]
    const reply = await control.send('POST', '/api-keys/bulk/update', { items })
    expect(reply.body).toEqual({
      object: 'list',
      total: 2,
      data: [
        { index: 0, id: first },
        { index: 1, id: second },
      ],
      errors: [],
    })
    const statusOf = async (id: string) => (await control.send('GET', `/api-keys/${id}`)).body
    expect(await statusOf(first)).toMatchObject({ rate_limits: [{ value: 5 }], status: 'active' })
    expect(await statusOf(second)).toMatchObject({ rate_limits: [], status: 'disabled' })
    expect(await statusOf(third)).toMatchObject({ rate_limits: [], status: 'active' })
    const verbs = (await entriesOf(control)).filter(({ action }) => action !== 'create')
    expect(verbs.map(({ action, resource_id }) => [action, resource_id]).sort()).toEqual(
      [
        ['update', first],
        ['disable', second],
      ].sort(),
    )
  })

  test('and none of them if the caller may not change one, or an item changes nothing or names a key twice', async () => {
    const { control, ids } = await withKeys(2)
    const [first = '', second = ''] = ids
    const items = [
      { id: first, name: 'other' },
      { id: second, scopes: ['inference', 'configs.create'] },
      { id: first, name: 'again' },
      { id: second },
      { id: 'none', name: 'x' },
    ]
    const reply = await control.send('POST', '/api-keys/bulk/update', { items }, { key: 'key weak' })
    expect(reply).toMatchObject({
      status: 403,
      body: {
        error: {
          param: 'items[1].scopes',
          details: {
            items: [
              { index: 1, code: 'forbidden', param: 'scopes' },
              { index: 2, code: 'invalid_request', message: 'items[0] has the same id.', param: 'id' },
              { index: 3, code: 'invalid_request' },
              { index: 4, code: 'not_found' },
            ],
          },
        },
      },
    })
    expect((await control.send('GET', `/api-keys/${first}`)).body.name).toBe('key-0')
  })

  test('many are revoked at once, and refused by the next call', async () => {
    const { control, ids } = await withKeys(3)
    const items = ids.slice(0, 2).map(id => ({ id }))
    const reply = await control.send('POST', '/api-keys/bulk/revoke', { items })
    expect(reply).toMatchObject({ status: 200, body: { total: 2 } })
    expect(keysOf(control).map(({ id }) => id)).toEqual(ids.slice(2))
    const revoked = (await entriesOf(control)).filter(({ action }) => action === 'revoke')
    expect(revoked.map(({ resource_id }) => resource_id).sort()).toEqual(ids.slice(0, 2).sort())
  })

  test('none is revoked if one is not there, unless the request skips it', async () => {
    const { control, ids } = await withKeys(1)
    const items = [{ id: ids[0] ?? '' }, { id: 'none' }]
    const refused = await control.send('POST', '/api-keys/bulk/revoke', { items })
    expect(refused).toMatchObject({ status: 404, body: { error: { param: 'items[1]' } } })
    expect(keysOf(control)).toHaveLength(1)
    const skipped = await control.send('POST', '/api-keys/bulk/revoke', { items, on_error: 'skip' })
    expect(skipped.body).toMatchObject({ total: 1, errors: [{ index: 1, code: 'not_found' }] })
    expect(keysOf(control)).toEqual([])
  })
})

test.each(['update', 'revoke'])(
  'If-Match, which is the revision of one key, is refused: %s',
  async action => {
    const control = await startControl()
    const { body } = await control.send('POST', SERVICE, item(1))
    const change = { id: body.id, ...(action === 'update' && { name: 'other' }) }
    const reply = await control.send(
      'POST',
      `/api-keys/bulk/${action}`,
      { items: [change] },
      { headers: ['if-match', '"1"'] },
    )
    expect(reply).toMatchObject({ status: 412, body: { error: { code: 'precondition_failed' } } })
    expect(keysOf(control)).toHaveLength(1)
    expect((await control.send('GET', `/api-keys/${body.id}`)).body.name).toBe('key-1')
  },
)
