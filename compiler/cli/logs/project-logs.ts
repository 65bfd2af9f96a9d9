// The stores of a project, read by the handlers of the API as its gateway has them: with its names, prices, configs and releases.
import { createHash } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { API_KEY } from '../../../runtime/control/access/keys/model.ts'
import { GROUP_MEMBER, MEMBER, USER } from '../../../runtime/control/access/members/model.ts'
import type { Principal } from '../../../runtime/control/core/principal.ts'
import { openReplica } from '../../../runtime/control/core/replica.ts'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { REPLICATED_KINDS } from '../../../runtime/control/kinds.ts'
import { RATE_LIMIT, USAGE_LIMIT } from '../../../runtime/control/limits/policy.ts'
import type { LogStore } from '../../../runtime/control/logs/log-store.ts'
import type { ControlContext } from '../../../runtime/control/serve/control-context.ts'
import { createControlSurface } from '../../../runtime/control/serve/control-surface.ts'
import { createLogPorts } from '../../../runtime/process/log-ports.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { readEncryptionKeys } from '../../../runtime/stores/encryption-keys.ts'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { openResourceStore } from '../../../runtime/stores/resources/open-resource-store.ts'
import { storeAddress } from '../../../runtime/stores/resources/store-address.ts'
import { isStream, type Reply } from '../../../runtime/values/call.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import type { Bundle, Gateway } from '../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { derivedUuid } from '../../../schemas/values/uuid.ts'
import { compileProject } from '../../project.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { compileOne, sha256 } from '../compile-groups.ts'
import type { Terminal } from '../terminal.ts'
import { readAnswer } from './gateway-logs.ts'
import type { LogReader, LogReaderOptions } from './log-task.ts'

/** `address`: of an option; absent for that of the manifest. An exit code where no store is named. */
export async function openProjectLogs(
  address: string | undefined,
  { name: command, terminal, paths = [] }: LogReaderOptions,
): Promise<LogReader | number> {
  const { environment, folder } = terminal
  if (address !== undefined) {
    // The project only supplies names, prices and configs; the records of any store can be read without them.
    const silent: Terminal = { ...terminal, writeStderr: () => {}, writeStdout: () => {} }
    const compiled = await compileOne(paths, command, silent).catch(() => 1)
    const bundle = typeof compiled === 'number' ? undefined : compiled.bundle
    return await openStores(bundle ?? emptyBundle(), { address, folder, isNamed: true }, environment)
  }
  const compiled = await compileOne(paths, command, terminal)
  if (typeof compiled === 'number') return compiled
  const { bundle, parts } = compiled
  if (bundle === undefined)
    throw new StoreError(
      'unsupported',
      'The project has errors: run portolan check, or name a gateway or a store with --store.',
    )
  const place = bundle.gateway.store
  if (place === undefined)
    throw new StoreError(
      'invalid-address',
      'No store is named: write "store: sqlite:.portolan/store.db" into the manifest, or use --store.',
    )
  const root = parts.manifest === undefined ? folder : dirname(resolve(folder, parts.manifest))
  const own = { address: storeAddress(place, environment), folder: root, isNamed: false }
  return await openStores(bundle, own, environment)
}

/** A user who can read the files of the machine needs no key. */
const OPERATOR: Principal = {
  id: 'portolan logs',
  type: 'admin-key',
  role: 'owner',
  organisation: 'all',
  workspaces: new Map(),
}

/** The bundle of a project without files: all settings of the gateway have their defaults. */
function emptyBundle(): Bundle {
  const { bundle } = compileProject({ configs: new Map() }, cliCatalog(), sha256)
  if (bundle === undefined) throw new Error('A project without files has errors.')
  return bundle
}

/** Workspaces of git are those that keys of the manifest name. A store that is named may be of another one: its log knows them too. */
async function withLoggedWorkspaces(gateway: Gateway, logs: LogStore): Promise<Gateway> {
  const workspaces = await logs.facets('workspace', 'all')
  const logged = workspaces.map(({ value }) => ({ id: value, hash: '', workspace: value, scopes: [] }))
  return { ...gateway, apiKeys: [...gateway.apiKeys, ...logged] }
}

/** Kinds of which there may be very many, and which no log is read by: the operator is not a person, and has no key. */
const UNREAD: ReadonlySet<string> = new Set([API_KEY, USER, MEMBER, GROUP_MEMBER, RATE_LIMIT, USAGE_LIMIT])

interface ProjectStore {
  readonly address: string
  /** What relative paths start from. */
  readonly folder: string
  /** Whether it was named, and is not that of the manifest. */
  readonly isNamed: boolean
}

async function openStores(
  { gateway: written, plans, prompts, partials }: Bundle,
  { address, folder, isNamed }: ProjectStore,
  environment: Terminal['environment'],
): Promise<LogReader> {
  const { clock, randomId, nextTurn } = nodePorts()
  const ring = readEncryptionKeys(written.encryptionKey, environment)
  if (typeof ring === 'string') throw new StoreError('unsupported', ring)
  const store = await openResourceStore(address, { folder, environment, clock, create: false })
  const kinds = REPLICATED_KINDS.filter(kind => !UNREAD.has(kind))
  const replica = await openReplica(store, { kinds, clock, onAvailable: () => {} })
  const logs = await openLogStore(address, { folder, ring })
  const gateway = isNamed ? await withLoggedWorkspaces(written, logs) : written
  const context: ControlContext = {
    ...{ gateway, plans, prompts, partials, store, replica, logs, clock, randomId, nextTurn },
    hash: text => createHash('sha256').update(text).digest('hex'),
    readYaml: undefined,
    catalog: cliCatalog(),
    organisation: derivedUuid(sha256, 'organisation', 'default'),
    loadedAt: clock.now(),
    logPorts: createLogPorts(createPriceList(gateway.prices, gateway.pools), undefined),
    keys: undefined,
    live: { process: 'portolan', thread: undefined, plan: '' },
  }
  const surface = createControlSurface(context, () => OPERATOR)
  const answer = async (method: string, path: string, body?: JsonObject): Promise<Reply> => {
    const [pathname = ''] = path.split('?', 1)
    const admitted = surface.admit({
      method,
      path,
      pathname,
      headers: ['content-type', 'application/json'],
      apiKey: undefined,
      credentials: [],
    })
    if (admitted === undefined || isFailure(admitted))
      throw new StoreError('unsupported', admitted?.message ?? `There is no ${path}.`)
    return await admitted.handle(new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)), {
      cancellation: createCancellation(),
      record: {},
    })
  }
  return {
    name: store.name,
    send: async (method, path, body) => {
      const { status, body: bytes } = await answer(method, path, body)
      return readAnswer(status, isStream(bytes) ? '' : new TextDecoder().decode(bytes))
    },
    download: async (path, onChunk) => {
      const reply = await answer('GET', path)
      const { body } = reply
      if (!isStream(body)) {
        readAnswer(reply.status, new TextDecoder().decode(body))
        return
      }
      await new Promise<void>((done, fail) =>
        body.start({
          chunk: onChunk,
          end: done,
          fail: ({ message }) => fail(new StoreError('unavailable', message)),
        }),
      )
    },
    close: async () => {
      replica.stop()
      await logs.close()
      await store.close()
    },
  }
}
