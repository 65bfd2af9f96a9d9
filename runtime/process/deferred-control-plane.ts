// The control plane of a process without a store: it only reads what the bundle defines, so it is loaded behind the listener, and a
// request that comes sooner waits for that.

import type { Gateway } from '../../schemas/generated/types.ts'
import { matchControlRoute } from '../control/serve/route-table.ts'
import type { AdmittedControl, ControlSurface } from '../values/control-surface.ts'
import { failureReply } from '../values/error-reply.ts'
import { isFailure } from '../values/failures.ts'
import type { ControlPlaneOptions } from './control-plane.ts'
import type { ServingControl } from './open-serving-control.ts'

/** Whether the process needs a control plane before it serves its first call. */
export const needsControlPlane = (
  { store, signIn, encryptionKey, mcp }: Gateway,
  { store: followed, environment }: Pick<ControlPlaneOptions, 'store' | 'environment'>,
): boolean =>
  store !== undefined ||
  followed !== undefined ||
  signIn !== undefined ||
  encryptionKey !== undefined ||
  mcp !== undefined ||
  Boolean(environment['GATEWAY_ADMIN_KEY'])

/** Scopes of calls: a key that has no others cannot use saved resources. */
const CALL_SCOPES: ReadonlySet<string> = new Set(['inference', 'models'])

/** Whether a caller may use saved resources at all: anyone may while there are no keys. */
export const mayUseResources = ({ apiKeys }: Gateway): boolean =>
  apiKeys.length === 0 || apiKeys.some(({ scopes }) => scopes.some(scope => !CALL_SCOPES.has(scope)))

/** `open` imports and opens it; what it rejects with is a bug. */
export function deferControlPlane(open: () => Promise<ServingControl | readonly string[]>): ServingControl {
  let opening: Promise<ServingControl> | undefined
  let opened: ServingControl | undefined
  const load = (): Promise<ServingControl> => {
    opening ??= open().then(plane => {
      if (!('stop' in plane)) throw new Error(plane.join(' '))
      opened = plane
      return plane
    })
    return opening
  }
  return {
    ready: async () => {
      await load()
    },
    serve: (...parts) => {
      // A bundle that is loaded later may have what this one lacks, such as MCP servers.
      if (opened !== undefined) return opened.serve(...parts)
      let surface: ControlSurface | undefined
      const surfaceOf = (plane: ServingControl): ControlSurface => {
        surface ??= plane.serve(...parts).control
        return surface
      }
      return {
        control: deferSurface(
          () => opened && surfaceOf(opened),
          async () => surfaceOf(await load()),
        ),
      }
    },
    follow: () => {},
    openCounters: async () => undefined,
    watchCounting: () => undefined,
    endStreams: () => opened?.endStreams(),
    stop: async () => {
      await (await opening?.catch(() => undefined))?.stop()
    },
  }
}

function deferSurface(
  loaded: () => ControlSurface | undefined,
  load: () => Promise<ControlSurface>,
): ControlSurface {
  return {
    admit: request => {
      const { method, pathname } = request
      const surface = loaded()
      if (surface !== undefined) return surface.admit(request)
      if (matchControlRoute(method, pathname) === undefined) return undefined
      const handle: AdmittedControl['handle'] = async (body, exchange) => {
        const admitted = (await load()).admit(request)
        if (admitted === undefined) throw new Error(`${method} ${pathname} has no route any more.`)
        return isFailure(admitted) ? failureReply(admitted) : await admitted.handle(body, exchange)
      }
      return { caller: UNKNOWN, handle }
    },
  }
}

/** The caller is identified once the control plane is there. */
const UNKNOWN = { id: 'anyone', workspace: '' }
