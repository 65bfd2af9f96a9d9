// Opens what decides who may call and how much: the store that the manifest names, a replica of what it holds, its keys and limits. It
// is there before the first call; the control plane, which serves what was saved, stands on it.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { KeyIndex } from '../control/access/keys/key-index.ts'
import { followKeyLimits } from '../control/access/keys/key-limits.ts'
import { openKeys } from '../control/access/keys/open-keys.ts'
import { followWorkspaceLimits } from '../control/access/workspaces/model.ts'
import { recordDeniedChanges } from '../control/core/denied-changes.ts'
import type { DeniedChanges } from '../control/core/denied-request.ts'
import { keepAuditLog } from '../control/core/expire-entries.ts'
import { type Behind, bothBehind } from '../control/core/poll-store.ts'
import { openReplica, type Replica } from '../control/core/replica.ts'
import type { ResourceStore } from '../control/core/resource-store.ts'
import { ENCRYPTION_KEY_ADVICE } from '../control/core/sealing/key-ring.ts'
import type { Sealing } from '../control/core/sealing/sealing.ts'
import { StoreError } from '../control/core/store-error.ts'
import { INDEXES_AT_START, REPLICATED_KINDS, SAVED_KINDS, SEALED_KINDS } from '../control/kinds.ts'
import { followLimitProfiles } from '../control/limits/limit-profile.ts'
import { followPolicies } from '../control/resources/policies/enforced-policies.ts'
import { createStoredLedger } from '../control/resources/policies/stored-ledger.ts'
import { followProviderLimits } from '../control/resources/providers/provider-limits.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { ClaimStore, UsageLedger } from '../limits/usage-journal.ts'
import { readEncryptionKeys } from '../stores/encryption-keys.ts'
import { openResourceStore } from '../stores/resources/open-resource-store.ts'
import { storeAddress } from '../stores/resources/store-address.ts'
import { nodeSecretCipher } from '../stores/secret-cipher.ts'
import { type GatewayEvent, storeEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'
import { KEY_PREFIX } from '../values/stored-keys.ts'
import { linkSharedCounting, type SharedCounting } from './shared-counting.ts'
import type { storedSecretsFault } from './stored-secrets-fault.ts'

export interface AccessOptions {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly ports: Pick<Ports, 'endOfTurn' | 'clock' | 'randomId' | 'hash' | 'keyedHash'>
  readonly onEvent: (event: GatewayEvent) => void
  /** A store that is open already, because the runtime follows it; its opener closes it. */
  readonly store?: ResourceStore
  /** What else the process has read; absent without a label that it follows. */
  readonly behind?: Behind
  /** For stores in object storage; absent for that of the platform. */
  readonly fetch?: typeof fetch | undefined
  readonly writeLog: (level: 'info' | 'warning' | 'error', message: string) => void
}

export interface Access extends SharedCounting {
  readonly sealing: Sealing | undefined
  /** Undefined where the manifest names none. */
  readonly store: ResourceStore | undefined
  /** Undefined if the store holds only releases. */
  readonly replica: Replica | undefined
  /** The keys of the store. */
  readonly keys: KeyIndex | undefined
  /** Records changes that are denied. */
  readonly denied?: DeniedChanges | undefined
  /** Whether clients of the API have saved anything. */
  readonly holdsSaved: () => boolean
  /** Called when they save or delete something. */
  readonly onSaved: (listener: () => void) => void
  /** What calls wait for when the process did not run for a while; absent without a store. */
  readonly behind?: Behind | undefined
  /** What budgets have used; absent without a store. */
  readonly ledger?: UsageLedger & ClaimStore
  /** Goes by the settings of a bundle that was loaded. */
  readonly use: (
    gateway: Pick<Gateway, 'maxStale' | 'auditRetention' | 'auditDenied' | 'limitProfiles'>,
  ) => void
  /** Enforces the policies of the store for a bundle; called again for each one that replaces it. */
  readonly follow: (limits: Limiter, gateway: Gateway) => void
  readonly stop: () => Promise<void>
}

/** Milliseconds for which keys are accepted while the store is unavailable, where the manifest does not say. */
const MAX_STALE = 3_600_000

const ADMIN_KEY_FORM = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`)

const variable = (environment: AccessOptions['environment'], name: string): string | undefined =>
  environment[name] === '' ? undefined : environment[name]

/** Sentences where the store cannot be used: without it, it is unknown which keys are valid. */
export async function openAccess(
  gateway: Gateway,
  options: AccessOptions,
): Promise<Access | readonly string[]> {
  const { environment, ports, onEvent, writeLog } = options
  const { clock, randomId } = ports
  const adminKey = variable(environment, 'GATEWAY_ADMIN_KEY')
  if (adminKey !== undefined && !ADMIN_KEY_FORM.test(adminKey))
    return [`GATEWAY_ADMIN_KEY must be a key as "portolan key" makes it, which begins with ${KEY_PREFIX}.`]
  const ring = readEncryptionKeys(gateway.encryptionKey, environment)
  if (typeof ring === 'string') return [ring]
  const sealing: Sealing | undefined = ring && { ring, cipher: nodeSecretCipher }
  const unsealed = unsealedTokens(gateway, sealing)
  if (unsealed !== undefined) return [unsealed]
  const opened = await openControlStore(gateway, options, sealing)
  if (!('stop' in opened)) return opened
  const { store, replica } = opened
  let { maxStale = MAX_STALE, auditRetention, auditDenied, limitProfiles } = gateway
  let followNext: ((served: Gateway) => void) | undefined
  const expiry =
    store && replica && keepAuditLog(store, { clock, randomId, retention: () => auditRetention, writeLog })
  const denied =
    store &&
    replica &&
    recordDeniedChanges(store, { clock, randomId, isRecorded: () => auditDenied !== false, writeLog })
  const keys =
    store &&
    replica &&
    openKeys(store, replica, {
      ports,
      pepper: variable(environment, 'PORTOLAN_KEY_PEPPER'),
      adminKey,
      maxStale: () => maxStale,
      manifestProfiles: () => limitProfiles,
    })
  if (adminKey !== undefined && keys === undefined)
    writeLog(
      'error',
      'GATEWAY_ADMIN_KEY has no effect, since the gateway has no store that could be written.',
    )
  return {
    sealing,
    store,
    replica,
    keys,
    ...(denied && { denied }),
    behind: bothBehind(replica?.behind, options.behind),
    holdsSaved: () => replica !== undefined && SAVED_KINDS.some(kind => replica.count(kind) > 0),
    onSaved: listener => {
      for (const kind of SAVED_KINDS) replica?.onChange(kind, listener)
    },
    ...(store && replica && { ledger: createStoredLedger(store, ports.hash, randomId()) }),
    use: next => {
      maxStale = next.maxStale ?? MAX_STALE
      auditRetention = next.auditRetention
      auditDenied = next.auditDenied
      limitProfiles = next.limitProfiles
    },
    follow: (limits, served) => {
      if (replica === undefined) return
      if (followNext !== undefined) {
        followNext(served)
        return
      }
      followPolicies(limits, replica)
      followKeyLimits(limits, replica)
      followWorkspaceLimits(limits, replica)
      const ofManifest = [
        followLimitProfiles(limits, replica, served),
        followProviderLimits(limits, replica, served),
      ]
      followNext = next => {
        for (const follow of ofManifest) follow(next)
      }
    },
    ...linkSharedCounting(gateway, store, ports, onEvent),
    stop: async () => {
      expiry?.stop()
      await denied?.stop()
      await opened.stop()
    },
  }
}

function unsealedTokens({ mcp }: Gateway, sealing: Sealing | undefined): string | undefined {
  const unsealed = Object.entries(mcp?.servers ?? {}).find(([, { auth }]) => auth?.kind === 'user')
  return unsealed === undefined || sealing !== undefined
    ? undefined
    : `Tokens of people for the MCP server "${unsealed[0]}" are not stored without an encryption key. ${ENCRYPTION_KEY_ADVICE}`
}

/** The store and its replica, once what it has sealed can be read. */
export async function openControlStore(
  { store: address }: Pick<Gateway, 'store'>,
  { folder, environment, ports: { clock }, store: followed, fetch, onEvent, writeLog }: AccessOptions,
  sealing: Sealing | undefined,
): Promise<(Pick<Access, 'store' | 'replica'> & Pick<Access, 'stop'>) | readonly string[]> {
  let opened: ResourceStore | undefined
  try {
    if (followed === undefined && address !== undefined)
      opened = await openResourceStore(storeAddress(address, environment), {
        folder,
        environment,
        clock,
        ...(fetch && { fetch }),
        warn: sentence => writeLog('warning', sentence),
      })
    const store = followed ?? opened
    const replica =
      store?.holds === 'all'
        ? await openReplica(store, {
            kinds: REPLICATED_KINDS,
            indexes: INDEXES_AT_START,
            clock,
            onAvailable: (available, message) => onEvent(storeEvent(available, message)),
          })
        : undefined
    const stop = async (): Promise<void> => {
      replica?.stop()
      await opened?.close()
    }
    const fault = store && replica && (await secretsFault(store, replica, sealing, { environment, writeLog }))
    if (fault !== undefined) {
      await stop()
      return [fault]
    }
    return { store, replica, stop }
  } catch (error) {
    await opened?.close()
    if (error instanceof StoreError) return [error.message]
    throw error
  }
}

/** Most stores hold no secrets: what opens them is not loaded for these. */
async function secretsFault(...parts: Parameters<typeof storedSecretsFault>): Promise<string | undefined> {
  const [, replica, sealing] = parts
  if (sealing === undefined && SEALED_KINDS.every(kind => replica.count(kind) === 0)) return undefined
  return await (await import('./stored-secrets-fault.ts')).storedSecretsFault(...parts)
}
