// A key of the store that is rotated, with a clock that only moves when a test moves it.
import { linkAuthentication } from '../../../../../runtime/gateway/authenticate.ts'
import { isFailure } from '../../../../../runtime/values/failures.ts'
import { sha256, startControl } from '../../../../support/control-harness.ts'

export const MINUTE = 60_000

export const HOUR = 60 * MINUTE

export const DAY = 24 * HOUR

/** A Monday, 00:00 UTC. */
export const START = Date.UTC(2026, 10, 23)

export async function startWithKey(more: object = {}) {
  const harness = await startControl(
    { api_keys: [{ id: 'git', hash: `sha256:${sha256('git')}` }], max_stale: 7 * DAY },
    {
      adminKey: ADMIN,
    },
  )
  const send = (method: string, path: string, body?: object, key = ADMIN) =>
    harness.send(method, path, body as never, { key })
  const created = await send('POST', '/api-keys/workspace/service', {
    name: 'app',
    scopes: ['inference'],
    workspace_id: 'default',
    ...more,
  })
  const { authenticate } = linkAuthentication(harness.context.gateway, sha256, harness.context.keys)
  const accepts = (key: string): boolean =>
    !isFailure(authenticate({ options: { apiKey: key }, credentials: [] }, 'inference'))
  const advanceTo = async (time: number): Promise<void> => {
    harness.clock.setWallClock(time - harness.clock.now())
    await harness.context.replica?.look()
  }
  const { id, key: first } = created.body as { readonly id: string; readonly key: string }
  const rotate = (body?: object) => send('POST', `/api-keys/${id}/rotate`, body)
  return { harness, send, created, id, first, accepts, advanceTo, rotate }
}

export const ADMIN = `ptl_${'a'.repeat(43)}`
