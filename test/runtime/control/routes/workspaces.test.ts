// Workspaces by API: the model of every other resource, so pages, ownership, ETags and the audit log are tried here.
import { describe, expect, test } from 'vitest'
import { manifestKey, startControl } from '../../../support/control-harness.ts'

describe('GET /workspaces', () => {
  test('lists the workspaces of the manifest and of the store, the active ones unless status says otherwise', async () => {
    const { send } = await startControl(
      { api_keys: [manifestKey('a', 'research', ['workspaces.list'])] },
      { store: 'none' },
    )
    const answer = await send('GET', '/workspaces', undefined, { key: 'key a' })
    expect(answer).toMatchObject({
      status: 200,
      body: { object: 'list', total: 1, data: [{ slug: 'research', owner: 'git', status: 'active' }] },
    })
  })

  test('status takes both, separated by commas; only owners and admins see archived ones', async () => {
    const { send } = await startControl()
    await send('POST', '/workspaces', { name: 'Old Team' })
    await send('DELETE', '/workspaces/old-team')
    const slugs = async (query: string) =>
      (await send('GET', `/workspaces${query}`)).body.data.map((each: { slug: string }) => each.slug)
    expect(await slugs('')).toEqual(['default'])
    expect(await slugs('?status=archived')).toEqual(['old-team'])
    expect(await slugs('?status=active,archived')).toEqual(['default', 'old-team'])
    expect((await send('GET', '/workspaces?status=deleted')).status).toBe(400)
  })

  test('page_size 0 gives the total alone, and a filter that does not exist is refused', async () => {
    const { send } = await startControl()
    await send('POST', '/workspaces', { name: 'b' })
    expect((await send('GET', '/workspaces?page_size=0')).body).toEqual({
      object: 'list',
      total: 2,
      data: [],
    })
    expect((await send('GET', '/workspaces?page_size=1&current_page=1')).body).toMatchObject({
      total: 2,
      data: [{ slug: 'b' }],
    })
    expect(await send('GET', '/workspaces?nmae=b')).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('"nmae"'), param: 'nmae' } },
    })
  })
})

describe('a workspace of the API', () => {
  test('is created, read by identifier and slug, updated, archived, and each change is in the audit log', async () => {
    const { send, clock } = await startControl()
    const created = await send('POST', '/workspaces', { name: 'Data Science', description: 'models' })
    expect(created).toMatchObject({
      status: 200,
      body: { slug: 'data-science', status: 'active', owner: 'api' },
    })
    const { id } = created.body
    expect((await send('GET', `/workspaces/${id}`)).body).toEqual(
      (await send('GET', '/workspaces/data-science')).body,
    )
    await clock.advance(1000)
    const updated = await send('PUT', `/workspaces/${id}`, { name: 'Science' })
    expect(updated.body).toMatchObject({ id, slug: 'data-science', name: 'Science', description: 'models' })
    expect(updated.body.last_updated_at > created.body.last_updated_at).toBe(true)
    await clock.advance(1000)
    await send('DELETE', `/workspaces/${id}`)
    const log = await send('GET', '/audit-logs?start_time=2026-11-22T00:00:00Z&end_time=2026-11-24T00:00:00Z')
    expect(log.body).toMatchObject({
      total: 3,
      records: [
        { action: 'archive', before: { status: 'active' }, after: { status: 'archived' } },
        { action: 'update', before: { name: 'Data Science' }, after: { name: 'Science' } },
        {
          action: 'create',
          before: null,
          after: { name: 'Data Science' },
          user: 'anyone',
          resource_id: 'data-science',
        },
      ],
    })
  })

  test('an If-Match that does not hold is 412, and the same name a second time 409', async () => {
    const { send } = await startControl()
    const created = await send('POST', '/workspaces', { name: 'one' })
    const etag = created.headers['etag'] ?? ''
    await send('PUT', '/workspaces/one', { name: 'two' }, { headers: ['if-match', etag] })
    const stale = await send('PUT', '/workspaces/one', { name: 'three' }, { headers: ['If-Match', etag] })
    expect(stale).toMatchObject({ status: 412, body: { error: { code: 'precondition_failed' } } })
    expect((await send('GET', '/workspaces/one')).body.name).toBe('two')
    expect(await send('POST', '/workspaces', { name: 'one' })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    })
  })

  test('all errors of a body are told at once', async () => {
    const { send } = await startControl()
    const { status, body } = await send('POST', '/workspaces', { name: '', colour: 'red', slug: 'a b' })
    expect(status).toBe(400)
    expect(body.error.message).toContain('name must not be empty.')
    expect(body.error.message).toContain('colour is not a known property.')
    expect(body.error.message).toContain('slug must consist of')
  })
})

describe('one owner per object', () => {
  test('a workspace of the manifest is read but not changed', async () => {
    const { send } = await startControl()
    expect(await send('PUT', '/workspaces/default', { name: 'x' })).toMatchObject({
      status: 409,
      body: { error: { code: 'owned_by_git', message: expect.stringContaining('git repository') } },
    })
    expect((await send('POST', '/workspaces', { name: 'default' })).status).toBe(409)
  })

  test('without a store what needs writing is 501, with the line that switches it on', async () => {
    const { send } = await startControl({}, { store: 'none' })
    expect(await send('POST', '/workspaces', { name: 'x' })).toMatchObject({
      status: 501,
      body: { error: { code: 'store_required', message: expect.stringContaining('store: sqlite:') } },
    })
  })
})

describe('least scopes', () => {
  const keys = [
    manifestKey('reader', 'a', ['workspaces.list', 'workspaces.read']),
    manifestKey('caller', 'a', ['inference']),
    manifestKey('writer', 'a', ['workspaces.create', 'workspaces.update']),
  ]

  test('a key sees its own workspace alone; others do not exist for it', async () => {
    const { send } = await startControl({ api_keys: [...keys, manifestKey('other', 'b', [])] })
    const list = await send('GET', '/workspaces', undefined, { key: 'key reader' })
    expect(list.body.data.map((each: { slug: string }) => each.slug)).toEqual(['a'])
    expect((await send('GET', '/workspaces/b', undefined, { key: 'key reader' })).status).toBe(404)
  })

  test('a key without the scope is 403 and told which it needs; without a key it is 401', async () => {
    const { send } = await startControl({ api_keys: keys })
    expect(await send('GET', '/workspaces', undefined, { key: 'key caller' })).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('workspaces.list') } },
    })
    expect((await send('GET', '/workspaces')).status).toBe(401)
    expect((await send('GET', '/workspaces', undefined, { key: 'wrong' })).status).toBe(401)
  })

  test('a web page needs a key, also where nobody else does', async () => {
    const { send } = await startControl()
    const page = { headers: ['Origin', 'https://app.example.com'] }
    expect(await send('GET', '/workspaces', undefined, page)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('Web pages') } },
    })
  })

  test('what belongs to the organisation needs the scope of the organisation', async () => {
    const { send } = await startControl({ api_keys: keys })
    expect(await send('POST', '/workspaces', { name: 'x' }, { key: 'key writer' })).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('of the organisation') } },
    })
  })

  test('an unknown path below a resource is 404, another method 405', async () => {
    const { send } = await startControl()
    expect((await send('GET', '/workspaces/a/b/c')).status).toBe(404)
    expect(await send('PATCH', '/workspaces/default')).toMatchObject({
      status: 405,
      body: { error: { message: expect.stringContaining('GET, PUT and DELETE') } },
    })
  })
})
