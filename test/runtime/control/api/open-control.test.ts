// Who may read and change saved resources where the gateway needs no key, and in which form they are sent.
import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../../../runtime/control/keys/create-owner-key.ts'
import { sha256, startControl } from '../../../support/control-harness.ts'

describe('Saved resources of a gateway that needs no key', () => {
  it('are open until it has an owner, and closed from then on', async () => {
    const harness = await startControl()
    expect((await harness.send('GET', '/workspaces')).status).toBe(200)
    const { store } = harness.context
    if (store === undefined) throw new Error('There is no store.')
    const ports = {
      clock: harness.clock,
      randomId: () => '7'.repeat(32),
      hash: sha256,
      keyedHash: () => new Uint8Array(),
    }
    const key = String(await createOwnerKey({ store, ports, pepper: undefined }))
    await harness.context.replica?.look()
    const closed = await harness.send('POST', '/workspaces', { name: 'x' })
    expect([closed.status, closed.body.error.code]).toEqual([401, 'missing_api_key'])
    expect((await harness.send('POST', '/workspaces', { name: 'x' }, { key })).status).toBe(200)
  })

  it('are closed where the environment has a key of the administrator', async () => {
    const { send } = await startControl({}, { adminKey: 'ptl_administrator' })
    expect((await send('GET', '/workspaces')).status).toBe(401)
    expect((await send('GET', '/workspaces', undefined, { key: 'ptl_administrator' })).status).toBe(200)
  })
})

describe('Bodies of the control plane', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain;x=json'])(
    'are not %s',
    async type => {
      const { send } = await startControl()
      const { status, body } = await send(
        'POST',
        '/workspaces',
        { name: 'x' },
        { headers: ['content-type', type] },
      )
      expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  it('may be of a more precise JSON type', async () => {
    const { send } = await startControl()
    const headers = ['content-type', 'application/vnd.api+json; charset=utf-8']
    expect((await send('POST', '/workspaces', { name: 'x' }, { headers })).status).toBe(200)
  })
})
