// What clients may write of releases through a gateway: whoever may push cannot change what was pushed, or what is live.
import { describe, expect, it } from 'vitest'
import { startControl } from '../../../support/control-harness.ts'

const digest = 'a'.repeat(64)
const release = (number: number, more: object = {}) => ({
  kind: 'release',
  id: `main/${String(number).padStart(8, '0')}`,
  value: {
    number,
    digest,
    bundle: digest,
    versions: digest,
    pushed: { by: 'ann', at: 1 },
    changed: [],
    removed: [],
    configs: 0,
  },
  expects: 'absent',
  ...more,
})
const label = { kind: 'label', id: 'main/live', value: { selection: { release: 1, keys: 1 } } }
const project = { kind: 'project', id: 'main', value: { latest: 1 }, expects: 'absent' }

async function stage(scopes: readonly string[]) {
  const harness = await startControl()
  const made = await harness.send('POST', '/api-keys/organisation/service', {
    name: 'ci',
    scopes: [...scopes],
  })
  expect(made.status).toBe(200)
  const key = String(made.body.key)
  const commit = (...writes: object[]) =>
    harness.send('POST', '/releases/commit', { writes } as never, { key })
  return { ...harness, commit }
}

describe('A commit of releases', () => {
  it('writes a release once, and never changes or deletes it', async () => {
    const { commit } = await stage(['configs.create', 'configs.read'])
    expect((await commit(release(1), project)).status).toBe(200)
    for (const write of [
      release(1, { expects: 1 }),
      release(1, { expects: undefined }),
      release(1, { value: null, expects: 1 }),
      release(2, { value: { digest: 'zzz' } }),
      release(2, { id: 'main/00000003' }),
      {
        kind: 'release-config',
        id: 'main/chat/00000001',
        value: { release: 1, digest: 'x' },
        expects: 'absent',
      },
      { kind: 'release-config', id: 'main/chat/00000001', value: null, expects: 1 },
      { ...project, value: null },
      { ...project, expects: undefined },
    ]) {
      const { status, body } = await commit(write)
      expect([status, body.error?.param], JSON.stringify(write)).toEqual([400, 'writes'])
    }
    // Another one has pushed the number meanwhile.
    expect((await commit(release(1))).body).toMatchObject({ conflict: { kind: 'release' } })
  })

  it('needs the scope of each kind that it writes', async () => {
    const pusher = await stage(['configs.create'])
    expect((await pusher.commit(release(1), project, label)).body.error.message).toContain('configs.promote')
    expect((await pusher.commit(label)).status).toBe(403)
    const mover = await stage(['configs.promote'])
    expect((await mover.commit(release(1), project, label)).body.error.message).toContain('configs.create')
    expect((await mover.commit(label)).status).toBe(200)
    const both = await stage(['configs.create', 'configs.promote'])
    expect((await both.commit(release(1), project, label)).status).toBe(200)
  })
})
