// A vendor with two accounts, told apart by their keys `key-a` and `key-b`: collections of resources with the cursors of OpenAI,
// Anthropic and Gemini. What one account stores is unknown to the other.
import { headerValue } from '../../runtime/values/headers.ts'
import { queryValue } from '../../runtime/values/query-string.ts'
import { type ScriptedUpstream, type SentRequest, type Step, steppedUpstream } from './scripted-upstream.ts'

export interface TwoAccounts {
  readonly upstream: ScriptedUpstream
  /** What has arrived, as `a GET /files/file-a1`. */
  readonly requests: () => readonly string[]
  /** Creates items in an account, without a request. */
  readonly store: (account: 'a' | 'b', collection: string, ...ids: string[]) => void
  readonly has: (account: string, collection: string, id: string) => boolean
  /** The next requests of an account, whatever they ask for, get this. */
  readonly break: (account: 'a' | 'b', step: Step | undefined) => void
}

type Items = Map<string, Record<string, unknown>>

/** `collections`: how the identifiers of each begin; a path such as `files/` for Gemini. `answer`: what is answered otherwise. */
export function twoAccounts(
  collections: Readonly<Record<string, string>>,
  answer?: (request: Asked) => Step | undefined,
): TwoAccounts {
  const stored = new Map<string, Items>()
  const broken = new Map<string, Step>()
  const itemsOf = (account: string, collection: string): Items => {
    const items = stored.get(account + collection) ?? new Map<string, Record<string, unknown>>()
    stored.set(account + collection, items)
    return items
  }
  const item = (id: string): Record<string, unknown> =>
    id.includes('/')
      ? { name: id, uri: `https://generativelanguage.googleapis.com/v1beta/${id}` }
      : { id, object: 'thing' }
  const upstream = steppedUpstream(request => {
    const asked = readRequest(request)
    const step = broken.get(asked.account) ?? answer?.(asked)
    if (step !== undefined) return step
    const collection = Object.keys(collections).find(path => `${asked.pathname}/`.startsWith(`${path}/`))
    const prefix = collections[collection ?? '']
    if (collection === undefined || prefix === undefined) return NOT_FOUND
    const items = itemsOf(asked.account, collection)
    const below = asked.pathname.slice(collection.length)
    if (below === '' && asked.method === 'GET')
      return { status: 200, text: JSON.stringify(page(asked.path, [...items.values()], prefix)) }
    if (below === '') {
      const id = `${prefix}${asked.account}${items.size + 1}`
      items.set(id, item(id))
      return { status: 200, body: items.get(id) }
    }
    const [, name = '', ...more] = below.split('/')
    const found = items.get(prefix.includes('/') ? prefix + name : name)
    if (found === undefined) return NOT_FOUND
    if (asked.method === 'DELETE') items.delete(String(found['id'] ?? found['name']))
    return { status: 200, body: more.length === 0 ? found : { ...found, below: more.join('/') } }
  })
  return {
    upstream,
    requests: () =>
      upstream.sent.map(request => {
        const { account, method, path } = readRequest(request)
        return `${account} ${method} ${path}`
      }),
    store: (account, path, ...ids) => {
      for (const id of ids) itemsOf(account, path).set(id, item(id))
    },
    has: (account, collection, id) => itemsOf(account, collection).has(id),
    break: (account, step) => {
      if (step === undefined) broken.delete(account)
      else broken.set(account, step)
    },
  }
}

export interface Asked {
  readonly account: string
  readonly method: string
  /** Below the version. */
  readonly path: string
  readonly pathname: string
  readonly json: unknown
  readonly text: string
}

function readRequest({ headers, method, path, json, text }: SentRequest): Asked {
  const key =
    headerValue(headers, 'authorization') ??
    headerValue(headers, 'x-api-key') ??
    headerValue(headers, 'x-goog-api-key') ??
    ''
  const below = path.replace(/^\/v1(beta)?/, '')
  return { account: key.slice(-1), method, path: below, pathname: below.split('?')[0] ?? '', json, text }
}

const NOT_FOUND: Step = {
  status: 404,
  body: {
    error: { message: 'No such thing.', type: 'invalid_request_error', param: 'id', code: null },
  },
}

/** A page as the vendor of the cursor writes it. */
function page(path: string, items: readonly Record<string, unknown>[], prefix: string): object {
  const value = (name: string): string | undefined => queryValue(path, name)
  if (prefix.includes('/')) {
    const start = Number(value('pageToken') ?? 0)
    const size = Number(value('pageSize') ?? 10)
    const key = prefix.slice(0, -1)
    const more = start + size < items.length
    return {
      ...(items.length > 0 && { [key]: items.slice(start, start + size) }),
      ...(more && { nextPageToken: String(start + size) }),
    }
  }
  const limit = Number(value('limit') ?? 20)
  const at = (cursor: string): number => items.findIndex(({ id }) => id === cursor)
  const before = value('before') ?? value('before_id')
  const after = value('after') ?? value('after_id')
  const end = before === undefined ? undefined : at(before)
  const start = end === undefined ? (after === undefined ? 0 : at(after) + 1) : Math.max(0, end - limit)
  const data = items.slice(start, end ?? start + limit)
  return {
    object: 'list',
    data,
    first_id: data[0]?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
    has_more: end === undefined ? start + limit < items.length : start > 0,
  }
}
