// The control plane of a process, which most calls do not need: where nothing was saved by API, it is loaded behind the listener, and a
// request that needs it sooner waits for that. What decides who may call and how much is there from the start.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { ControlStores, ServedResources } from './control-plane.ts'
import type { Access } from './open-access.ts'
import type { ServingControl } from './open-serving-control.ts'

export interface ProcessControl
  extends Omit<ServingControl, 'stop'>,
    Pick<Access, 'follow' | 'openCounters' | 'watchCounting' | 'ledger' | 'behind'> {
  /** Whether all of it is loaded: `serve` answers for what was saved. */
  readonly isLoaded: () => boolean
  /** Loads it, once. What it rejects with is a bug. */
  readonly load: () => Promise<void>
  /** Called when clients of the API have saved something, here or in another process. */
  readonly onSaved: Access['onSaved']
  readonly stop: () => Promise<void>
}

/** Whether the first call may already need what serves what was saved. */
export const needsControlPlane = (
  { signIn, encryptionKey, mcp, external }: Gateway,
  access: Pick<Access, 'holdsSaved'> | undefined,
): boolean =>
  [signIn, encryptionKey, mcp, external].some(part => part !== undefined) || access?.holdsSaved() === true

/** Scopes of calls: a key that has no others cannot use saved resources. */
const CALL_SCOPES: ReadonlySet<string> = new Set(['inference', 'models'])

/** Whether a caller may use saved resources at all: anyone may while there are no keys. */
export const mayUseResources = ({ apiKeys }: Gateway): boolean =>
  apiKeys.length === 0 || apiKeys.some(({ scopes }) => scopes.some(scope => !CALL_SCOPES.has(scope)))

/** `open` imports and opens what serves what was saved; `access` is absent without a store. */
export function deferControlPlane(
  access: Access | undefined,
  open: (stores: ControlStores) => Promise<ServingControl>,
): ProcessControl {
  let opening: Promise<void> | undefined
  let opened: ServingControl | undefined
  const first =
    access?.replica === undefined ? NOTHING : { ...NOTHING_SAVED, ...(access.keys && { keys: access.keys }) }
  return {
    isLoaded: () => opened !== undefined,
    load: () => {
      opening ??= open(access ?? NO_STORES).then(control => {
        opened = control
      })
      return opening
    },
    onSaved: listener => access?.onSaved(listener),
    serve: (bundle, ...parts) => {
      access?.use(bundle.gateway)
      return opened === undefined ? first : opened.serve(bundle, ...parts)
    },
    behind: access?.behind,
    ...(access?.ledger && { ledger: access.ledger }),
    follow: (limits, gateway) => access?.follow(limits, gateway),
    openCounters: async () => await access?.openCounters(),
    watchCounting: limits => access?.watchCounting(limits),
    endStreams: () => opened?.endStreams(),
    stop: async () => {
      await opening?.catch(() => undefined)
      opened?.stop()
      await access?.stop()
    },
  }
}

const NO_STORES: ControlStores = {
  sealing: undefined,
  store: undefined,
  replica: undefined,
  keys: undefined,
}

/** Requests for the control plane wait until it is there. */
const NOTHING: ServedResources = { control: { admit: () => undefined } }

/** What a store answers in which nothing was saved. */
const NOTHING_SAVED: ServedResources = {
  ...NOTHING,
  storedConfigs: {
    slugs: () => [],
    slugOf: () => undefined,
    inUse: () => undefined,
    find: () => Promise.resolve(undefined),
  },
  storedProviders: {
    slugs: () => [],
    slugOf: () => undefined,
    has: () => false,
    pool: () => undefined,
    find: () => undefined,
  },
  externalSecrets: { find: () => undefined, lookUp: () => undefined },
}
