// The workspace of a write: callers of one workspace need not name it, callers of the organisation and of several always do.
import { beforeAll, describe, expect, test } from 'vitest'
import { controlRoutes, controlScopes } from '../../../../schemas/generated/control-routes.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { newBodies, OWNED_BY_ORGANISATION, withWorkspace } from '../../../support/control-bodies.ts'
import { type ControlHarness, manifestKey, openControl } from '../../../support/control-harness.ts'
import { createTokenIssuer } from '../../../support/token-issuer.ts'
import { logged, openMemoryLogs } from '../logs/log-harness.ts'
import { KEY } from './stored-credentials.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`
const refers = { integration: 'shared', mcpIntegration: 'shared', agentIntegration: 'shared' }
const NAMES = Object.keys(newBodies('x', { ...refers, trace: 'trace-1', person: 'ann' }))
const routeOf = (operation: string) => controlRoutes.find(each => each.operation === operation)

let harness: ControlHarness
let person: string
let token: string
let made = 0
beforeAll(async () => {
  const logs = await openMemoryLogs()
  await logs.append({ id: 'batch', lines: JSON.stringify(logged(1)), bodies: [] })
  const issuer = await createTokenIssuer()
  harness = await openControl(
    {
      public_url: 'https://gateway.example.com',
      providers: { mock: { provider: 'mock' } },
      api_keys: [manifestKey('team', 'team', controlScopes), manifestKey('shop', 'shop', controlScopes)],
      sign_in: { issuer: issuer.issuer, audience: 'portolan' },
    },
    { adminKey: ADMIN, encryptionKey: KEY, logs, upstream: issuer.upstream },
  )
  const claims = { role: 'member', workspaces: { team: 'admin', shop: 'admin' } }
  token = await issuer.sign({ email: 'bob@example.com', ...claims }, harness.clock.now())
  const admin = { key: ADMIN }
  const invited = await harness.send('POST', '/organisation/users', { email: 'ann@example.com' }, admin)
  person = invited.body.id
  const users = [{ id: person, role: 'member' }]
  await harness.send('POST', '/workspaces/team/users', { users }, admin)
  for (const operation of OWNED_BY_ORGANISATION.filter(name => !name.startsWith('import'))) {
    const body = newBodies('shared', { ...refers, trace: '', person })[operation]
    const path = routeOf(operation)?.path ?? ''
    await harness.send('POST', path, withWorkspace(body, null), admin)
    await harness.send(
      'PUT',
      `${path}/shared/workspaces`,
      { global_workspace_access: { enabled: true } },
      admin,
    )
  }
  return async () => {
    await harness.close()
    await logs.close()
  }
})

const bodyOf = (operation: string): JsonObject => {
  made += 1
  return newBodies(`own-${made}`, { ...refers, trace: 'trace-1', person })[operation] ?? {}
}

/** The message about the only item of a request that has items. */
const ofItem = (message: string | undefined): string | undefined =>
  message?.replace(/^Nothing of the request was done, because of items\[0\]: /, '')

const create = async (operation: string, body: JsonObject, key: string) => {
  const route = routeOf(operation)
  const { status, body: reply } = await harness.send('POST', route?.path ?? '', body, { key })
  return { status, message: ofItem(reply?.error?.message), reply }
}

test('every operation that makes something in a workspace is in the table', () => {
  const named = controlRoutes.filter(({ method, operation, path }) => {
    if (method !== 'POST' || path.startsWith('/scim') || path.includes('{')) return false
    return !/organisation|Invite|Workspace$|Deployment|SecretReference|commitRelease|rotateOwnKey|signIn|(?:update|revoke)ApiKeys/i.test(
      operation,
    )
  })
  expect(NAMES.toSorted()).toEqual(named.map(({ operation }) => operation).toSorted())
})

describe.each(NAMES)('%s', operation => {
  const isOwned = OWNED_BY_ORGANISATION.some(name => name === operation)

  test('is refused without a workspace for callers of the organisation, who learn which there are', async () => {
    const { status, message } = await create(operation, bodyOf(operation), ADMIN)
    const otherwise = isOwned
      ? ', or null for the organisation'
      : operation === 'createLogExport'
        ? ', or null for all records'
        : ''
    expect({ status, message }).toEqual({
      status: 400,
      message: `workspace_id is missing: name "default", "shop" or "team"${otherwise}.`,
    })
  })

  test('is refused without a workspace for people of several', async () => {
    const path = routeOf(operation)?.path ?? ''
    const { status, body } = await harness.send('POST', path, bodyOf(operation), {
      credentials: [`Bearer ${token}`],
    })
    expect([status, ofItem(body.error.message)]).toEqual([
      400,
      expect.stringMatching(/^workspace_id is missing: name "shop" or "team"/),
    ])
  })

  test('acts in the workspace that is named, and in the only one of a caller', async () => {
    const named = await create(operation, withWorkspace(bodyOf(operation), 'team'), ADMIN)
    expect(named).toMatchObject({ status: 200 })
    const own = await create(operation, bodyOf(operation), 'key team')
    expect(own).toMatchObject({ status: 200 })
  })

  test('acts in no other workspace, and for the organisation only where it owns such things', async () => {
    const elsewhere = await create(operation, withWorkspace(bodyOf(operation), 'team'), 'key shop')
    expect(elsewhere).toMatchObject({ status: 404, message: 'There is no workspace "team".' })
    const none = await create(operation, withWorkspace(bodyOf(operation), 'none'), ADMIN)
    expect(none).toMatchObject({ status: 404, message: 'There is no workspace "none".' })
    if (operation === 'createLogExport') return
    const organisation = withWorkspace(bodyOf(operation), null)
    expect((await create(operation, organisation, ADMIN)).status).toBe(isOwned ? 200 : 400)
    expect((await create(operation, organisation, 'key shop')).status).toBe(isOwned ? 403 : 400)
  })
})

test('bodies of records are erased in the workspace that is named', async () => {
  const erase = async (query: string, key: string) =>
    (await harness.send('DELETE', `/logs/bodies${query}`, undefined, { key })).status
  expect(await erase('', ADMIN)).toBe(400)
  expect(await erase('?workspace_id=team', ADMIN)).toBe(200)
  expect(await erase('', 'key shop')).toBe(200)
  expect(await erase('?workspace_id=team', 'key shop')).toBe(404)
})
