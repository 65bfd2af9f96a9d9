// A control plane that is loaded behind the listener: calls do not wait for it, what needs it does, and it is opened once.
import { expect, test } from 'vitest'
import {
  deferControlPlane,
  mayUseResources,
  needsControlPlane,
} from '../../../runtime/process/deferred-control-plane.ts'
import type { ServingControl } from '../../../runtime/process/open-serving-control.ts'
import { findWaitingRequests } from '../../../runtime/process/waiting-requests.ts'
import type { Bundle, Gateway } from '../../../schemas/generated/types.ts'

test.each([
  [{}, false, false],
  [{ signIn: {} }, false, true],
  [{ mcp: {} }, false, true],
  [{ encryptionKey: {} }, false, true],
  [{ external: ['team'] }, false, true],
  [{ store: {} }, false, false],
  [{ store: {} }, true, true],
])('%j, something saved: %s, needs it before the first call: %s', (gateway, holdsSaved, needed) => {
  const access = { holdsSaved: () => holdsSaved }
  expect(needsControlPlane(gateway as unknown as Gateway, access)).toBe(needed)
})

test.each([
  ['there are no keys', [], true],
  ['keys only call models', [['inference', 'models']], false],
  ['a key reads logs', [['inference'], ['logs.list']], true],
])('saved resources may be used if %s', (_title, keys, expected) => {
  const gateway = { apiKeys: keys.map(scopes => ({ scopes })) } as unknown as Gateway
  expect(mayUseResources(gateway)).toBe(expected)
})

test('what serves what was saved is opened once, and serves from then on', async () => {
  const mcp = { entries: new Map() }
  let opened = 0
  const control = deferControlPlane(undefined, async () => {
    opened += 1
    return { serve: () => ({ control: {}, mcp }), stop: () => {} } as unknown as ServingControl
  })
  const serve = () => control.serve(...([{ gateway: {} }] as unknown as Parameters<typeof control.serve>))
  expect([control.isLoaded(), serve().mcp]).toEqual([false, undefined])
  await Promise.all([control.load(), control.load()])
  expect([control.isLoaded(), serve().mcp, opened]).toEqual([true, mcp, 1])
})

const BUNDLE: Pick<Bundle, 'plans'> = { plans: { chat: {} } as unknown as Bundle['plans'] }

test.each([
  // Without a store, only the control plane's own routes need it.
  ['POST', '/chat/completions', [], false, false],
  ['GET', '/workspaces?page=1', [], false, true],
  ['POST', '/proxy/anything', [], false, false],
  ['POST', '/chat/completions', ['x-portolan-config', '{}'], false, false],
  // In a store, whatever the bundle does not know may be saved.
  ['POST', '/chat/completions', [], true, false],
  ['POST', '/chat/completions?a=b', ['X-Portolan-Config', 'chat'], true, false],
  ['POST', '/chat/completions', ['x-portolan-config', 'other'], true, true],
  ['POST', '/chat/completions', ['x-portolan-config', '{}'], true, true],
  ['POST', '/proxy/anything', [], true, true],
  ['POST', '/mcp/files', [], true, true],
  ['POST', '/prompts/greeting/completions', [], true, true],
  ['GET', '/models', [], true, true],
  ['GET', '/workspaces', [], true, true],
])('%s %s %j, with a store for what is saved: %s, is held: %s', (method, path, headers, replicated, held) => {
  const loaded = Promise.resolve()
  const hold = findWaitingRequests(BUNDLE, replicated, () => loaded)
  expect(hold({ method, path, headers })).toBe(held ? loaded : undefined)
})
