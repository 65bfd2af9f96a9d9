// The administrator's key of the environment, which counts until an owner exists.
import { describe, expect, test } from 'vitest'
import { createOwnerKey } from '../../../../../runtime/control/access/keys/create-owner-key.ts'
import { linkKeyDigest } from '../../../../../runtime/control/access/keys/key-secret.ts'
import { nodePorts } from '../../../../../runtime/process/node-ports.ts'
import { startControl } from '../../../../support/control-harness.ts'
import { CLOSED, callWith } from './key-calls.ts'

describe('GATEWAY_ADMIN_KEY', () => {
  const adminKey = `ptl_${'a'.repeat(43)}`

  test('may everything in the control plane, and calls no models', async () => {
    const harness = await startControl(CLOSED, { adminKey })
    const created = await harness.send('POST', '/workspaces', { name: 'first' }, { key: adminKey })
    expect(created.status).toBe(200)
    expect((await callWith(harness, CLOSED)(adminKey)).status).toBe(403)
    expect((await callWith(harness, {})(undefined, { authorization: `Bearer ${adminKey}` })).status).toBe(403)
  })

  test('ends when an owner exists, whose key no one else may rotate or revoke', async () => {
    const harness = await startControl(CLOSED, { adminKey })
    const { store, clock, replica } = harness.context
    if (store === undefined) throw new Error('The harness has a store.')
    const send = (method: string, path: string, body: object | undefined, key: string) =>
      harness.send(method, path, body as never, { key })
    const { body: helper } = await send(
      'POST',
      '/api-keys/organisation/service',
      {
        name: 'helper',
        scopes: ['rotate', 'delete', 'update'].map(verb => `organisation_service_api_keys.${verb}`),
      },
      adminKey,
    )
    const { keyedHash, randomId, hash } = nodePorts()
    const ports = { clock, keyedHash, randomId, hash }
    const owner = await createOwnerKey({ store, ports, digest: linkKeyDigest(ports, undefined) })
    if (typeof owner !== 'string') throw new Error(owner.message)
    expect(await createOwnerKey({ store, ports, digest: linkKeyDigest(ports, undefined) })).toMatchObject({
      code: 'conflict',
    })
    await replica?.look()
    expect((await send('GET', '/workspaces', undefined, adminKey)).status).toBe(403)
    expect((await send('POST', '/workspaces', { name: 'x' }, owner)).status).toBe(200)
    const { body } = await send('GET', '/api-keys?name=owner', undefined, owner)
    const { id } = body.data[0]
    for (const [method, path, change] of [
      ['POST', `/api-keys/${id}/rotate`, {}],
      ['DELETE', `/api-keys/${id}`, undefined],
      ['PUT', `/api-keys/${id}`, { name: 'mine' }],
    ] as const)
      expect((await send(method, path, change, helper.key)).status).toBe(403)
    expect((await send('PUT', `/api-keys/${id}`, { status: 'disabled' }, owner)).status).toBe(409)
    expect((await send('PUT', `/api-keys/${id}`, { name: 'root' }, owner)).body.name).toBe('root')
    const rotated = await send('POST', `/api-keys/${id}/rotate`, {}, owner)
    expect((await send('GET', '/workspaces', undefined, rotated.body.key)).status).toBe(200)
  })
})
