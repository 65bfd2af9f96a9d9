// The store of a running gateway over its API, for `portolan push` without access to the database. The key comes from the
// environment and goes only to that origin. Only releases are there; other resources have routes of their own.
import {
  asCount,
  asList,
  asObject,
  asText,
  type JsonObject,
  parseJson,
} from '../../../../schemas/values/json.ts'
import type {
  Changes,
  CommitResult,
  Heartbeat,
  Resource,
  ResourceStore,
} from '../../../control/core/resource-store.ts'
import { StoreError } from '../../../control/core/store-error.ts'

export interface GatewayStoreOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly fetch?: typeof fetch
}

const KEY_VARIABLE = 'PORTOLAN_API_KEY'
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
/** Milliseconds for one request. */
const TIMEOUT = 30_000

/** `address` is the base URL of the gateway, with or without /v1. */
export async function openGatewayStore(
  address: string,
  { environment, fetch: send = fetch }: GatewayStoreOptions,
): Promise<ResourceStore> {
  const url = readBaseUrl(address)
  const name = `${url.origin}${url.pathname}`
  const key = environment[KEY_VARIABLE]
  let isClosed = false

  const request = async (method: string, path: string, body?: JsonObject): Promise<JsonObject> => {
    if (isClosed) throw new StoreError('unavailable', `The store ${name} is closed.`)
    let response: Response
    let text: string
    try {
      response = await send(`${name}/releases/${path}`, {
        method,
        // A redirect would take the key to another origin.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      text = await response.text()
    } catch {
      throw new StoreError('unavailable', `The gateway ${name} cannot be reached.`)
    }
    const reply = parseJson(text)
    if (response.ok && reply !== undefined) return asObject(reply)
    throw toStoreError(name, response.status, asText(asObject(asObject(reply)['error'])['message']), key)
  }
  const query = (values: Readonly<Record<string, string | number | boolean | undefined>>): string => {
    const given = Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    )
    return new URLSearchParams(given).toString()
  }
  const store: ResourceStore = {
    name,
    holds: 'releases',
    checksReleases: true,
    commit: async ({ writes, blobs = new Map() }) => {
      const encoded = [...blobs].map(([digest, bytes]) => [digest, Buffer.from(bytes).toString('base64')])
      const reply = await request('POST', 'commit', {
        writes: writes.map(({ kind, id, value, expects }) => ({
          kind,
          id,
          value: value ?? null,
          ...(expects !== undefined && { expects }),
        })),
        blobs: Object.fromEntries(encoded),
      })
      return toCommitResult(reply)
    },
    read: async (kind, id) =>
      toResource((await request('GET', `resource?${query({ kind, id })}`))['resource']),
    readMany: async (kind, ids) => {
      const found = await Promise.all(ids.map(id => store.read(kind, id)))
      return found.flatMap(each => each ?? [])
    },
    list: async (kind, { prefix, after, limit, descending }) => {
      const found: Resource[] = []
      for (let from = after; found.length < limit; from = found.at(-1)?.id) {
        const page = Math.min(limit - found.length, MAX_PAGE)
        const asked = query({ kind, prefix, after: from, limit: page, descending })
        const { data } = await request('GET', `resources?${asked}`)
        const resources = asList(data).flatMap(each => toResource(each) ?? [])
        found.push(...resources)
        if (resources.length < page) break
      }
      return found
    },
    readBlob: async digest => {
      const content = asText((await request('GET', `blobs/${encodeURIComponent(digest)}`))['content'])
      return content === undefined ? undefined : Buffer.from(content, 'base64')
    },
    revision: async () => asCount((await request('GET', 'revision'))['revision']) ?? 0,
    changesSince: async since => toChanges(await request('GET', `changes?${query({ since })}`)),
    onHint: () => {},
    heartbeat: async () => {
      throw new StoreError('unsupported', `A runtime cannot follow ${name}: name the store of that gateway.`)
    },
    // A runtime that cannot follow has none.
    endHeartbeat: async () => {},
    heartbeats: async () => asList((await request('GET', 'runtimes'))['data']).map(toHeartbeat),
    close: async () => {
      isClosed = true
    },
  }
  return store
}

const MAX_PAGE = 1_000

function readBaseUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new StoreError(
      'invalid-address',
      `The address of a gateway is its base URL, such as https://gateway.example.com/v1; its key is in ${KEY_VARIABLE}.`,
    )
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new StoreError(
      'invalid-address',
      `The address ${url.origin} must begin with https://, since a key is sent to it; http:// is only for this machine.`,
    )
  url.pathname = url.pathname.replace(/\/+$/, '') || '/v1'
  return url
}

function toStoreError(name: string, status: number, message: string | undefined, key: string | undefined) {
  const reason = message ?? `it replied with the status ${status}.`
  if (status === 401)
    return new StoreError(
      'unavailable',
      key === undefined
        ? `The gateway ${name} requires a key: set ${KEY_VARIABLE}.`
        : `The gateway ${name} does not accept the key in ${KEY_VARIABLE}.`,
    )
  if (status === 400) return new StoreError('unsupported', `The gateway ${name} refuses this: ${reason}`)
  if (status === 501) return new StoreError('unsupported', `The gateway ${name} has no store: ${reason}`)
  return new StoreError('unavailable', `The gateway ${name} cannot serve releases: ${reason}`)
}

function toResource(value: unknown): Resource | undefined {
  const { kind, id, value: contents, revision } = asObject(value)
  return typeof kind === 'string' && typeof id === 'string'
    ? { kind, id, value: asObject(contents), revision: asCount(revision) ?? 0 }
    : undefined
}

function toCommitResult(reply: JsonObject): CommitResult {
  const revision = asCount(reply['revision'])
  if (revision !== undefined) return { revision }
  const { kind, id, found } = asObject(reply['conflict'])
  return { conflict: { kind: asText(kind) ?? '', id: asText(id) ?? '', found: toResource(found) } }
}

const toChanges = ({ revision, changed }: JsonObject): Changes => ({
  revision: asCount(revision) ?? 0,
  changed: Array.isArray(changed)
    ? asList(changed).map(each => {
        const { kind, id } = asObject(each)
        return { kind: asText(kind) ?? '', id: asText(id) ?? '' }
      })
    : undefined,
})

function toHeartbeat(value: unknown): Heartbeat {
  const { id, value: contents, at } = asObject(value)
  return { id: asText(id) ?? '', value: asObject(contents), at: asCount(at) ?? 0 }
}
