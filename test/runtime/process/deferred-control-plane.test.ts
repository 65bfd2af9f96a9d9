// A control plane that is loaded behind the listener: paths of calls do not wait for it, its own requests do, and it is opened once.
import { expect, test } from 'vitest'
import {
  deferControlPlane,
  mayUseResources,
  needsControlPlane,
} from '../../../runtime/process/deferred-control-plane.ts'
import type { ServingControl as ControlPlane } from '../../../runtime/process/open-serving-control.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { failure, isFailure } from '../../../runtime/values/failures.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'

const request = (pathname: string) => ({
  method: 'GET',
  path: pathname,
  pathname,
  headers: [],
  apiKey: undefined,
  credentials: [],
})

function deferred() {
  let open: (plane: ControlPlane) => void = () => {}
  let opened = 0
  const plane = {
    serve: () => ({
      control: {
        admit: ({ pathname }: { readonly pathname: string }) =>
          pathname === '/workspaces'
            ? {
                caller: { id: 'a', workspace: 'b' },
                handle: async () => ({ status: 200, headers: [], body: new Uint8Array(0) }),
              }
            : failure('not_found', 'There is none.'),
      },
    }),
    stop: async () => {},
  } as unknown as ControlPlane
  const control = deferControlPlane(() => {
    opened += 1
    return new Promise(resolve => {
      open = resolve
    })
  })
  const { control: surface } = control.serve(...([] as unknown as Parameters<ControlPlane['serve']>))
  return { control, surface, finish: () => open(plane), opened: () => opened }
}

const exchange = { cancellation: createCancellation(), record: {} }

test('requests that come sooner wait, and those for other paths do not', async () => {
  const { control, surface, finish, opened } = deferred()
  expect(surface.admit(request('/chat/completions'))).toBeUndefined()
  const early = [surface.admit(request('/workspaces')), surface.admit(request('/workspaces/none'))]
  const statuses = early.map(async admitted => {
    if (admitted === undefined || isFailure(admitted)) throw new Error('It should be admitted.')
    return (await admitted.handle(new Uint8Array(0), exchange)).status
  })
  finish()
  expect(await Promise.all(statuses)).toEqual([200, 404])
  await control.ready?.()
  expect(surface.admit(request('/workspaces'))).toMatchObject({ caller: { id: 'a' } })
  expect(opened()).toBe(1)
})

test.each([
  [{}, false],
  [{ store: {} }, true],
  [{ signIn: {} }, true],
  [{ mcp: {} }, true],
  [{ encryptionKey: {} }, true],
])('%j needs it before the first call: %s', (gateway, needed) => {
  expect(needsControlPlane(gateway as unknown as Gateway, { environment: {} })).toBe(needed)
})

test('the key of an administrator needs it', () => {
  const environment = { GATEWAY_ADMIN_KEY: 'x' }
  expect(needsControlPlane({} as Gateway, { environment })).toBe(true)
})

test.each([
  ['there are no keys', [], true],
  ['keys only call models', [['inference', 'models']], false],
  ['a key reads logs', [['inference'], ['logs.list']], true],
])('saved resources may be used if %s', (_title, keys, expected) => {
  const gateway = { apiKeys: keys.map(scopes => ({ scopes })) } as unknown as Gateway
  expect(mayUseResources(gateway)).toBe(expected)
})

test('a bundle that is loaded later gets all that the control plane serves', async () => {
  const mcp = { entries: new Map() }
  const plane = { serve: () => ({ control: {}, mcp }), stop: async () => {} } as unknown as ControlPlane
  const control = deferControlPlane(async () => plane)
  const parts = [] as unknown as Parameters<ControlPlane['serve']>
  expect(control.serve(...parts).mcp).toBeUndefined()
  await control.ready?.()
  expect(control.serve(...parts).mcp).toBe(mcp)
})
