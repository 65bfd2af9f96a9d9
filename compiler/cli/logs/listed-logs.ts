// Lists and groups of a log store by themselves: no other route, no saved resource and no compiled project, which take ten times as long
// to load, and no thread, since the command waits for each answer. Whatever needs more is read as all of `portolan logs` is.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ApiReply, ApiRequest } from '../../../runtime/control/core/api-request.ts'
import { readQuery } from '../../../runtime/control/core/read-query.ts'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { countGroups } from '../../../runtime/control/logs/analytics/group-routes.ts'
import { listRecords } from '../../../runtime/control/logs/list-routes.ts'
import { readLogFilter } from '../../../runtime/control/logs/read-log-filter.ts'
import { matchControlRoute } from '../../../runtime/control/serve/route-table.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import type { LogDriver, LogWorkerOptions } from '../../../runtime/stores/logs/log-driver.ts'
import { logPath } from '../../../runtime/stores/logs/log-path.ts'
import { openLogDriver } from '../../../runtime/stores/logs/open-log-driver.ts'
import { readPostgresAddress } from '../../../runtime/stores/resources/postgres/postgres-address.ts'
import { addressOfOption } from '../../../runtime/stores/resources/store-address.ts'
import { type Failure, isFailure } from '../../../runtime/values/failures.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { composeDocuments, parseTokens } from '../../read/yaml/parse.ts'
import { findFiles } from '../files/find-files.ts'
import { readFileText } from '../files/read-file.ts'
import type { Terminal } from '../terminal.ts'
import type { LogReader } from './log-task.ts'

interface ListedOptions {
  readonly paths: readonly string[]
  readonly filters: Readonly<Record<string, string>>
  readonly terminal: Terminal
}

/** `address`: of an option. Undefined where more than the log store is needed: for its place, for a filter, or for a message. */
export async function openListedLogs(
  address: string | undefined,
  { paths, filters, terminal }: ListedOptions,
): Promise<LogReader | undefined> {
  // Workspaces are named by identifiers as well, and those of git are in the project.
  if (filters['workspace_slug'] !== undefined) return undefined
  const place =
    address === undefined
      ? placeOfManifest(paths, terminal)
      : ({ address, folder: terminal.folder } satisfies StorePlace)
  const driver = place && driverOf(place)
  if (driver === undefined) return undefined
  const { clock, hash } = nodePorts()
  const { name, ...options } = driver
  const logs = await openLogDriver({ ...options, ring: undefined, readOnly: false }, clock)
  return {
    name,
    send: async (method, path) => {
      const [pathname = ''] = path.split('?', 1)
      const route = matchControlRoute(method, pathname)
      if (route === undefined || route === 'unknown' || 'allowed' in route) throw unserved(path)
      const query = readQuery(path, route.fact.query, route.path)
      const filter = isFailure(query) ? query : readLogFilter(query, { scope: 'all' }, hash)
      if (isFailure(query) || isFailure(filter)) throw refused(isFailure(query) ? query : (filter as Failure))
      const reply = await answer(route.fact.operation, { path: route.path, query }, { logs, filter })
      if (reply === undefined) throw unserved(path)
      if (isFailure(reply)) throw refused(reply)
      return asObject(parseJson(JSON.stringify(reply.body)))
    },
    download: path => Promise.reject(unserved(path)),
    close: logs.close,
  }
}

const unserved = (path: string): StoreError => new StoreError('unsupported', `There is no ${path} here.`)

const refused = ({ message }: Failure): StoreError => new StoreError('unsupported', message)

async function answer(
  operation: string,
  request: Pick<ApiRequest, 'path' | 'query'>,
  open: { readonly logs: LogDriver; readonly filter: Parameters<typeof countGroups>[1]['filter'] },
): Promise<ApiReply | Failure | undefined> {
  if (operation === 'listLogs') return await listRecords(request, open)
  if (operation === 'readGroups' || operation === 'readMetadataGroups')
    return await countGroups(request, open)
  return undefined
}

interface StorePlace {
  readonly address: string
  /** What relative paths start from. */
  readonly folder: string
}

/** Of the only manifest, if it is YAML or JSON without mistakes of syntax and names a store in one string. */
function placeOfManifest(
  paths: readonly string[],
  { folder, environment }: Terminal,
): StorePlace | undefined {
  const { groups, unknown } = findFiles(folder, paths)
  const [group, ...others] = groups
  const [manifest, ...more] = group?.manifests ?? []
  if (manifest === undefined || [...others, ...more, ...unknown].length > 0) return undefined
  const { text } = readFileText(manifest)
  const store = text === undefined || manifest.endsWith('.ts') ? undefined : storeIn(text)
  return store === undefined
    ? undefined
    : { address: addressOfOption(store, environment), folder: resolve(manifest, '..') }
}

function storeIn(text: string): string | undefined {
  try {
    const [document, ...others] = composeDocuments(parseTokens(text), text)
    if (document === undefined || others.length > 0 || document.errors.length > 0) return undefined
    const store = document.get('store')
    return typeof store === 'string' ? store : undefined
  } catch {
    // Nested too deeply: the compiler reports it.
    return undefined
  }
}

/** A file is not made by a command that reads: the message is that of the store of saved resources. */
function driverOf({
  address,
  folder,
}: StorePlace): (Pick<LogWorkerOptions, 'driver' | 'address'> & { readonly name: string }) | undefined {
  if (/^postgres(ql)?:\/\//.test(address))
    return { driver: 'postgres', address, name: readPostgresAddress(address).name }
  const file = /^sqlite:(.+)$/.exec(address)?.[1]
  const path = file === undefined ? undefined : logPath(resolve(folder, file))
  return path !== undefined && existsSync(path)
    ? { driver: 'sqlite', address: path, name: `sqlite:${path}` }
    : undefined
}
