// Scopes in Portkey's words: read as the gateway's own, and named in the reply.
import { afterEach, expect, test } from 'vitest'
import { type ControlHarness, openControl } from '../../../../support/control-harness.ts'

let open: ControlHarness | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

const READ_AS = { 'completions.write': 'inference' }

test.each(['own', 'peer'] as const)('with spelling: %s', async spelling => {
  open = await openControl(spelling === 'peer' ? { spelling } : {})
  const { send } = open
  const created = await send('POST', '/api-keys/workspace/service', {
    name: 'a',
    workspace_id: 'default',
    scopes: ['completions.write', 'inference', 'logs.list'],
  })
  expect([created.status, created.body.scopes_read_as]).toEqual([200, READ_AS])
  const read = await send('GET', `/api-keys/${created.body.id}`)
  expect([read.body.scopes, read.body.scopes_read_as]).toEqual([['inference', 'logs.list'], undefined])
  const updated = await send('PUT', `/api-keys/${created.body.id}`, { scopes: ['completions.write'] })
  expect([updated.status, updated.body.scopes_read_as]).toEqual([200, READ_AS])
  const colons = await send('PUT', `/api-keys/${created.body.id}`, {
    scopes: ['deployments:*', 'logs:list', 'deployments.read'],
  })
  expect([colons.status, colons.body.scopes_read_as]).toEqual([
    200,
    {
      'deployments:*':
        'deployments.create deployments.read deployments.update deployments.delete deployments.list deployments.production',
      'logs:list': 'logs.list',
    },
  ])
  expect((await send('GET', `/api-keys/${created.body.id}`)).body.scopes).toHaveLength(7)
  for (const scope of ['ghosts:*', 'deployments:', ':*', 'deployments:x', 'a:b:c', '*:*', '*'])
    expect([scope, (await send('PUT', `/api-keys/${created.body.id}`, { scopes: [scope] })).status]).toEqual([
      scope,
      400,
    ])
  const unknown = await send('POST', '/api-keys/workspace/service', {
    name: 'b',
    scopes: ['completions.x'],
  })
  expect(unknown.status).toBe(400)
})
