// Releases and labels by API: what is live and what a roll-back returns to, moves with the rights of promotion, differences in traffic, and
// drift from git.
import { describe, expect, it } from 'vitest'
import { readLabel } from '../../../../runtime/control/releases/label.ts'
import { manifestKey, startControl } from '../../../support/control-harness.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { bundleWith, push } from './release-harness.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`

async function start(followed?: { readonly label: string; readonly needsSignatures: boolean }) {
  const store = openMemoryStore()
  await push(store, bundleWith({ chat: 'a', same: 'x' }), { pushed: { by: 'ann', at: 1, commit: 'abc' } })
  await push(store, bundleWith({ chat: 'b', same: 'x' }), {
    pushed: { by: 'bob', at: 2, commit: 'def+', message: 'faster' },
  })
  await push(store, bundleWith({ chat: 'c', same: 'x' }), { promote: false })
  const harness = await startControl(
    {
      providers: { mock: { provider: 'mock' } },
      api_keys: [manifestKey('reader', 'team', ['configs.read', 'configs.promote'])],
    },
    { store, adminKey: ADMIN, ...(followed && { followed }) },
  )
  const as =
    (key: string) =>
    (method: string, path: string, body?: object, headers: readonly string[] = []) =>
      harness.send(method, path, body as never, { key, headers })
  return { ...harness, store, admin: as(ADMIN), member: as('key reader') }
}

describe('GET /releases', () => {
  it('lists pushed releases, the last first, with who pushed what', async () => {
    const { admin } = await start()
    const { body } = await admin('GET', '/releases?limit=2')
    expect(body).toMatchObject({
      latest: 3,
      data: [
        { number: 3, changed: ['chat@3'], signed: false },
        { number: 2, pushed: { by: 'bob', commit: 'def+', message: 'faster' } },
      ],
    })
    expect((await admin('GET', '/releases?below=2')).body.data).toMatchObject([{ number: 1 }])
  })

  it('is of the organisation', async () => {
    const { member } = await start()
    for (const path of ['/releases', '/releases/labels', '/releases/diff?from=1&to=2'])
      expect((await member('GET', path)).status).toBe(403)
  })
})

describe('GET /releases/labels', () => {
  it('has the selection, what a roll-back returns to, the runtimes that follow it, and drift', async () => {
    const { admin, store, clock } = await start()
    const serving = bundleWith({ chat: 'b', same: 'x' }).digest
    for (const [id, plan] of [
      ['host:1', serving],
      ['host:2', 'old'],
    ] as const)
      await store.heartbeat({ id, value: { project: 'main', label: 'live', plan }, at: clock.now() })
    const { body } = await admin('GET', '/releases/labels')
    expect(body.data).toMatchObject([
      {
        ...{ label: 'live', plan: serving, signed: false, fault: null },
        selection: { release: 2, canary: null, text: 'release 2' },
        rollback: { release: 1 },
        history: [{ selection: { release: 1 } }],
        runtimes: [
          { id: 'host:1', current: true, running: true },
          { id: 'host:2', current: false },
        ],
      },
    ])
    expect(body.data[0].drift.map(({ kind }: { kind: string }) => kind)).toEqual(['uncommitted', 'behind'])
    expect(body.movable).toBe(true)
  })

  it('names objects that were saved by API beside git', async () => {
    const { admin } = await start()
    await admin('POST', '/configs', { name: 'Beside', config: { provider: '@mock' }, workspace_id: 'team' })
    const { body } = await admin('GET', '/releases/labels')
    expect(body.data[0].drift.at(-1)).toMatchObject({ kind: 'saved', objects: ['config beside'] })
  })
})

describe('GET /releases/diff', () => {
  it('compares what releases and labels do with traffic', async () => {
    const { admin } = await start()
    const { body } = await admin('GET', '/releases/diff?from=live&to=3')
    expect(body.level).not.toBeNull()
    expect(body.sections.map(({ title }: { title: string }) => title)).toEqual([
      expect.stringMatching(/^chat: /),
      'same: equivalent',
    ])
    expect(body.sections[0].tables[0].rows.length).toBeGreaterThan(0)
    const same = await admin('GET', '/releases/diff?from=2&to=live')
    expect(same.body.level).toBeNull()
    expect((await admin('GET', '/releases/diff?from=2&to=9')).status).toBe(404)
  })
})

describe('POST /releases/labels/{label}/moves', () => {
  const MOVES = '/releases/labels/live/moves'

  it('promotes, splits and rolls back, each with its entry of the audit log', async () => {
    const { admin, store } = await start()
    const planned = await admin('POST', MOVES, { action: 'promote', release: 3, dry_run: true })
    expect(planned.body).toMatchObject({ result: 'planned', from: { release: 2 }, to: { release: 3 } })
    const split = await admin('POST', MOVES, { action: 'canary', release: 3, percent: 10, sticky: 'user' })
    expect(split.body.to.canary).toEqual({ release: 3, percent: 10, sticky: 'user' })
    await admin('POST', MOVES, { action: 'rollback' })
    const promoted = await admin('POST', MOVES, { action: 'promote', message: 'reviewed' })
    expect(promoted.body).toMatchObject({ result: 'moved', to: { release: 3, canary: null } })
    const label = await readLabel(store, 'main', 'live')
    expect(label?.moved).toMatchObject({ by: 'GATEWAY_ADMIN_KEY', message: 'reviewed' })
    const audit = await admin(
      'GET',
      '/audit-logs?start_time=2026-11-01T00:00:00Z&end_time=2026-12-01T00:00:00Z',
    )
    expect(audit.body.records.map(({ action }: { action: string }) => action).sort()).toEqual([
      'promote',
      'promote',
      'rollback',
    ])
  })

  it('moves nothing if the label was moved since it was read', async () => {
    const { admin } = await start()
    const { body } = await admin('GET', '/releases/labels')
    const match = ['if-match', `"${body.data[0].revision}"`]
    expect((await admin('POST', MOVES, { action: 'promote', release: 1 }, match)).status).toBe(200)
    const late = await admin('POST', MOVES, { action: 'promote', release: 3 }, match)
    expect([late.status, late.body.error.message]).toEqual([412, expect.stringContaining('release 1')])
  })

  it.each([
    [{ action: 'promote', release: 9 }, 409, 'There is no release 9'],
    [{ action: 'promote', config: 'chat' }, 400, 'name config and version'],
    [{ action: 'canary', release: 3 }, 400, 'needs release and percent'],
    [{ action: 'rollback', percent: 5 }, 400, 'are of the action canary'],
  ])('refuses %j', async (move, status, message) => {
    const { admin } = await start()
    const refused = await admin('POST', MOVES, move)
    expect([refused.status, refused.body.error.message]).toEqual([status, expect.stringContaining(message)])
  })

  it('needs a key to sign with where signatures are required', async () => {
    const { admin } = await start({ label: 'live', needsSignatures: true })
    const refused = await admin('POST', MOVES, { action: 'promote', release: 3 })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'signature_required'])
    expect((await admin('GET', '/releases/labels')).body.movable).toBe(false)
  })
})
