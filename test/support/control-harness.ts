// The control plane without sockets: a manifest, a store in memory, requests and replies as values, and a clock that only moves
// when a test moves it.
import { createHash, createHmac } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { followKeyLimits } from '../../runtime/control/access/keys/key-limits.ts'
import { openKeys } from '../../runtime/control/access/keys/open-keys.ts'
import { linkBindings } from '../../runtime/control/access/members/sign-in-binding.ts'
import { followWorkspaceLimits } from '../../runtime/control/access/workspaces/model.ts'
import { AUDIT } from '../../runtime/control/core/commit-change.ts'
import { recordDeniedChanges } from '../../runtime/control/core/denied-changes.ts'
import { openReplica, type Replica } from '../../runtime/control/core/replica.ts'
import type { ResourceStore } from '../../runtime/control/core/resource-store.ts'
import { readKeyRing } from '../../runtime/control/core/sealing/key-ring.ts'
import type { Sealing } from '../../runtime/control/core/sealing/sealing.ts'
import { KINDS, REPLICATED_KINDS } from '../../runtime/control/kinds.ts'
import { followLimitProfiles } from '../../runtime/control/limits/limit-profile.ts'
import type { LogStore } from '../../runtime/control/logs/log-store.ts'
import type { ProcessState } from '../../runtime/control/plans/live-state.ts'
import type { FollowedRelease } from '../../runtime/control/releases/label-routes.ts'
import { followPolicies } from '../../runtime/control/resources/policies/enforced-policies.ts'
import { createStoredLedger } from '../../runtime/control/resources/policies/stored-ledger.ts'
import { followProviderLimits } from '../../runtime/control/resources/providers/provider-limits.ts'
import type { ControlContext } from '../../runtime/control/serve/control-context.ts'
import { createControlSurface } from '../../runtime/control/serve/control-surface.ts'
import { linkIdentification } from '../../runtime/control/serve/identify.ts'
import { linkSignIn } from '../../runtime/control/sign-in/link-sign-in.ts'
import { convertError } from '../../runtime/inbound/convert-error.ts'
import { createLimiter, type Limiter } from '../../runtime/limits/limiter.ts'
import { createMemoryCounters } from '../../runtime/limits/memory-counters.ts'
import { NO_JOURNAL, openUsageJournal } from '../../runtime/limits/usage-journal.ts'
import { replayRequest } from '../../runtime/link/replay.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { reproduceLog } from '../../runtime/process/reproduce-log.ts'
import { createPriceList } from '../../runtime/providers/model-prices.ts'
import { nodeSecretCipher } from '../../runtime/stores/secret-cipher.ts'
import { type ByteStream, readAll } from '../../runtime/values/byte-stream.ts'
import { isStream } from '../../runtime/values/call.ts'
import { createCancellation } from '../../runtime/values/cancellation.ts'
import { failureReply } from '../../runtime/values/error-reply.ts'
import { isFailure } from '../../runtime/values/failures.ts'
import type { Upstream } from '../../runtime/values/ports.ts'
import { type Json, parseJson } from '../../schemas/values/json.ts'
import { derivedUuid } from '../../schemas/values/uuid.ts'
import { expectDocumented } from './documented-replies.ts'
import { openMemoryStore } from './memory-store.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

export interface ControlAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came.
  readonly body: any
}

export interface SendOptions {
  /** The key in the gateway's own header. */
  readonly key?: string
  readonly headers?: readonly string[]
  /** Credential headers of clients of providers. */
  readonly credentials?: readonly string[]
}

/** A body as it is written. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export interface ControlHarness {
  readonly send: (
    method: string,
    path: string,
    body?: Json | RawJson,
    options?: SendOptions,
  ) => Promise<ControlAnswer>
  readonly context: ControlContext
  readonly clock: VirtualClock
  /** Lines of the log about denied changes. */
  readonly log: readonly string[]
  readonly limiter: Limiter
  /** Writes what budgets have used to the store. */
  readonly flushUsage: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The keys of a text, and the cipher of the platform. */
export function sealingOf(text: string): Sealing {
  const ring = readKeyRing(text, sha256)
  if (typeof ring === 'string') throw new Error(ring)
  return { ring, cipher: nodeSecretCipher }
}

const input = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})

const inputs = (values: Readonly<Record<string, object>>) =>
  new Map(Object.entries(values).map(([id, value]) => [id, input(`${id}.json`, value)]))

/** `store: 'none'` is a gateway without one. */
/** A store that takes only what the table of kinds defines; an entry of the audit log is of kinds that have them. */
const definedKinds = (store: ResourceStore): ResourceStore => ({
  ...store,
  commit: async transaction => {
    const kinds = transaction.writes.map(({ kind }) => kind)
    for (const kind of kinds) {
      const defined = KINDS.find(({ name }) => name === kind)
      if (defined === undefined) throw new Error(`${kind} is missing in kinds.ts.`)
      if (kinds.includes(AUDIT) && kind !== AUDIT && !defined.audited)
        throw new Error(`${kind} has entries of the audit log, which kinds.ts does not say.`)
    }
    return await store.commit(transaction)
  },
})

export async function openControl(
  manifest: object = {},
  given: {
    readonly store?: ResourceStore | 'none'
    readonly configs?: Readonly<Record<string, object>>
    readonly prompts?: Readonly<Record<string, object>>
    /** The texts of partials. */
    readonly partials?: Readonly<Record<string, string>>
    /** 32 bytes as base64; without it no secret can be stored. */
    readonly encryptionKey?: string
    readonly pepper?: string
    /** `GATEWAY_ADMIN_KEY`. */
    readonly adminKey?: string
    /** Answers the calls of the issuer of tokens. */
    readonly upstream?: Upstream
    /** Stores records of requests; closed by who opened it. */
    readonly logs?: LogStore
    /** Bodies that may be stored, as they are. */
    readonly keepsBodies?: boolean
    /** What the process knows of its circuits and pools; nothing by default. */
    readonly live?: Partial<ProcessState>
    /** The label that the process follows. */
    readonly followed?: FollowedRelease
    /** Whether changes that are denied are recorded, as in a process. */
    readonly recordsDenied?: boolean
    /** Identifiers and secrets are numbered: another number where two harnesses share a store. */
    readonly firstId?: number
    /** Stands between the replica and its readers. */
    readonly watchReplica?: (replica: Replica) => Replica
  } = {},
): Promise<ControlHarness> {
  const catalog = runtimeCatalog()
  const { bundle, diagnostics } = compileProject(
    {
      manifest: input('gateway.json', manifest),
      configs: inputs(given.configs ?? {}),
      prompts: {
        prompts: inputs(given.prompts ?? {}),
        partials: inputs(
          Object.fromEntries(
            Object.entries(given.partials ?? {}).map(([id, template]) => [id, { template }]),
          ),
        ),
      },
    },
    catalog,
    sha256,
  )
  if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  const clock = virtualClock(Date.UTC(2026, 10, 23))
  const own = given.store ?? openMemoryStore()
  const store = own === 'none' ? undefined : definedKinds(own)
  const opened =
    store && (await openReplica(store, { kinds: REPLICATED_KINDS, clock, onAvailable: () => {} }))
  const replica = opened && (given.watchReplica?.(opened) ?? opened)
  let ids = given.firstId ?? 0
  const randomId = (): string => {
    ids += 1
    return sha256(`id ${ids}`).slice(0, 32)
  }
  const keys =
    store &&
    replica &&
    openKeys(store, replica, {
      ports: {
        clock,
        randomId,
        hash: sha256,
        keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
      },
      pepper: given.pepper,
      adminKey: given.adminKey,
      maxStale: () => bundle.gateway.maxStale ?? 3_600_000,
      manifestProfiles: () => bundle.gateway.limitProfiles,
    })
  const journal =
    store && replica
      ? await openUsageJournal(createStoredLedger(store, sha256, 'harness'), clock, randomId, () => {})
      : NO_JOURNAL
  const limiter = createLimiter({
    counters: createMemoryCounters(clock),
    clock,
    endOfTurn: queueMicrotask,
    price: () => undefined,
    journal,
    onAlert: () => {},
  })
  limiter.replace('bundle', bundle.gateway.policies)
  if (replica !== undefined) {
    followPolicies(limiter, replica)
    followKeyLimits(limiter, replica)
    followLimitProfiles(limiter, replica, bundle.gateway)
    followWorkspaceLimits(limiter, replica)
    followProviderLimits(limiter, replica, bundle.gateway)
  }
  const log: string[] = []
  const context: ControlContext = {
    gateway: bundle.gateway,
    plans: bundle.plans,
    prompts: bundle.prompts,
    partials: bundle.partials,
    readYaml: text => readYaml({ name: 'string', text }, () => {})?.value,
    catalog,
    organisation: derivedUuid(sha256, 'organisation', 'default'),
    loadedAt: clock.now(),
    clock,
    nextTurn: action => action(),
    hash: sha256,
    randomId,
    store,
    ...(given.recordsDenied === true &&
      store && {
        denied: recordDeniedChanges(store, {
          clock,
          randomId,
          isRecorded: () => bundle.gateway.auditDenied !== false,
          writeLog: (_level, message) => void log.push(message),
        }),
      }),
    replica,
    ...(given.encryptionKey !== undefined && { sealing: sealingOf(given.encryptionKey) }),
    keys,
    limits: limiter,
    live: { process: 'harness:1', thread: undefined, plan: bundle.digest, ...given.live },
    followed: given.followed,
    ...(given.logs && {
      logs: given.logs,
      logPorts: {
        price: createPriceList(bundle.gateway.prices).find,
        keepBodies: (_workspace, bodies) => (given.keepsBodies === true ? bodies : undefined),
        replay: replayRequest,
        reproduce: reproduceLog,
      },
    }),
  }
  const surface = createControlSurface(
    context,
    linkIdentification(
      bundle.gateway,
      sha256,
      keys,
      replica,
      given.upstream &&
        linkSignIn(bundle.gateway, { clock, upstream: given.upstream }, replica, linkBindings(context)),
    ),
  )
  return {
    context,
    clock,
    log,
    limiter,
    flushUsage: journal.flush,
    send: async (method, path, body, { key, headers = [], credentials = [] } = {}) => {
      const [pathname = ''] = path.split('?', 1)
      const typed = headers.includes('content-type')
        ? headers
        : ['content-type', 'application/json', ...headers]
      const request = { method, path, pathname, headers: typed, apiKey: key, credentials }
      const admitted = surface.admit(request)
      if (admitted === undefined) throw new Error(`${method} ${path} is not served by the control plane.`)
      const bytes = new TextEncoder().encode(
        body === undefined ? '' : body instanceof RawJson ? body.text : JSON.stringify(body),
      )
      const answer = isFailure(admitted)
        ? failureReply(admitted)
        : await admitted.handle(bytes, { cancellation: createCancellation(), record: {} })
      const reply = convertError(answer, path, pathname)
      const text = isStream(reply.body)
        ? await new Promise<string>((resolve, reject) =>
            readAll(reply.body as ByteStream, Number.POSITIVE_INFINITY, read =>
              isFailure(read) ? reject(new Error(read.message)) : resolve(Buffer.from(read).toString()),
            ),
          )
        : Buffer.from(reply.body).toString()
      const pairs = reply.headers.flatMap((name, index) =>
        index % 2 === 0 ? [[name.toLowerCase(), reply.headers[index + 1] ?? ''] as const] : [],
      )
      const { status } = reply
      const named = Object.fromEntries(pairs)
      expectDocumented(method, pathname, { status, media: named['content-type'] ?? '', text })
      return { status, headers: named, body: text === '' ? null : (parseJson(text) ?? text) }
    },
    close: async () => {
      replica?.stop()
      await store?.close()
    },
  }
}

/** A control plane that is closed when the test is over. */
export async function startControl(...given: Parameters<typeof openControl>): Promise<ControlHarness> {
  const harness = await openControl(...given)
  onTestFinished(() => harness.close())
  return harness
}

/** A key of the manifest whose secret is `key ID`. */
export const manifestKey = (id: string, workspace: string, scopes: readonly string[]) => ({
  id,
  workspace,
  scopes,
  hash: `sha256:${sha256(`key ${id}`)}`,
})
