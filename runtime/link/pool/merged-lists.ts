// Lists of what all accounts of a pool store: the pages of the first account, then those of the next. A cursor names its account, so
// nothing is repeated or lost, whatever is created in between. Each account has its order; there is none by time across them, which no
// vendor could continue from an identifier.
import { asText, isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { withMark, withMarkedIds, withoutMarks } from '../../resources/member-ids.ts'
import { encodeJson } from '../../values/body/splice.ts'
import type { Reply } from '../../values/call.ts'
import { streamHeaders } from '../../values/headers.ts'
import { queryValue, withoutQuery, writeQuery } from '../../values/query-string.ts'

/** The accounts of a list, and how a page of one is read: a reply with its JSON, or one that failed. */
export interface ListSource {
  /** The characters that name the accounts, in their order. */
  readonly owners: readonly string[]
  readonly gemini: boolean
  readonly read: (account: number, path: string) => Promise<ListPage | Reply>
}

export interface ListPage {
  readonly reply: Reply
  readonly json: JsonObject
}

const FORWARD: readonly string[] = ['after', 'after_id', 'page', 'pageToken', 'page_token']
const BACKWARD: readonly string[] = ['before', 'before_id']
const LIMITS: readonly string[] = ['limit', 'pageSize', 'page_size']
/** Where replies have the token of the next page. */
const TOKENS: readonly string[] = ['nextPageToken', 'next_page', 'next']
/** Pages of an account that are read for the end of its list; a list that never ends must not occupy a call forever. */
const MAX_PAGES = 200
const LARGE_PAGE = 100
/** The size of a page where the client does not limit it. */
const DEFAULT_SIZE = 20

interface Page extends ListPage {
  readonly items: readonly Json[]
  readonly more: boolean
  readonly token: string | undefined
}

/** `account`: that of the cursor, 0 without one. */
export async function mergeLists(path: string, account: number, source: ListSource): Promise<Reply> {
  const cursor = [...FORWARD, ...BACKWARD].find(name => queryValue(path, name) !== undefined)
  const limitName = LIMITS.find(name => queryValue(path, name) !== undefined)
  const size = Number(limitName === undefined ? undefined : queryValue(path, limitName))
  // The provider refuses any other.
  const limit = Number.isInteger(size) && size > 0 ? size : undefined
  const list = new MergedList(source, cursor, limitName ?? (source.gemini ? 'pageSize' : 'limit'), path)
  return cursor !== undefined && BACKWARD.includes(cursor)
    ? await list.before(account, cursor, limit)
    : await list.after(account, limit)
}

class MergedList {
  readonly #source: ListSource
  readonly #limitName: string
  /** The path of a page, and that of the first one. */
  readonly #path: string
  readonly #start: string
  #first: Page | undefined

  constructor(source: ListSource, cursor: string | undefined, limitName: string, path: string) {
    this.#source = source
    this.#limitName = limitName
    this.#start = cursor === undefined ? path : withoutQuery(path, cursor)
    // A cursor of nothing but its mark is the start of an account.
    this.#path = cursor !== undefined && queryValue(path, cursor) === '' ? this.#start : path
  }

  async after(from: number, limit: number | undefined): Promise<Reply> {
    const { owners } = this.#source
    const items: Json[] = []
    let unserved: Reply | undefined
    let path = this.#path
    for (let account = from; account < owners.length; account += 1) {
      const rest = limit === undefined ? undefined : limit - items.length
      if (rest === 0) {
        const next = await this.#nextWithItems(account, 1)
        return typeof next === 'number' ? this.#reply(items, next >= 0, startOf(owners[next])) : next
      }
      const page = await this.#read(account, items.length === 0 ? path : this.#limited(path, rest))
      path = this.#start
      if (!('items' in page)) {
        // Its provider has no such collection, so the account stores nothing of it.
        if (page.failure?.code !== 'unsupported_endpoint') return page
        unserved = page
        continue
      }
      items.push(...page.items)
      if (page.more) {
        const owner = owners[account] ?? ''
        return this.#reply(items, true, page.token === undefined ? undefined : withMark(page.token, owner))
      }
    }
    return this.#first === undefined && unserved !== undefined
      ? unserved
      : this.#reply(items, false, undefined)
  }

  /** The items before a cursor: of its account, then from the end of the list of the previous one. */
  async before(from: number, cursor: string, limit: number | undefined): Promise<Reply> {
    const page = await this.#read(from, this.#path)
    if (!('items' in page)) return page
    let items = page.items
    let more = page.more
    for (let account = from - 1; account >= 0 && !more; account -= 1) {
      const rest = (limit ?? DEFAULT_SIZE) - items.length
      if (rest <= 0) {
        const previous = await this.#nextWithItems(account, -1)
        if (typeof previous !== 'number') return previous
        more = previous >= 0
        break
      }
      const all = await this.#readAll(account, cursor.replace('before', 'after'))
      if (!isList(all)) return all as Reply
      items = [...all.slice(-rest), ...items]
      more = all.length > rest
    }
    return this.#reply(items, more, undefined)
  }

  /** The first account from one on that has an item; -1 if none has. */
  async #nextWithItems(from: number, step: 1 | -1): Promise<number | Reply> {
    for (let account = from; account >= 0 && account < this.#source.owners.length; account += step) {
      const page = await this.#read(account, this.#limited(this.#start, 1))
      if (!('items' in page)) {
        if (page.failure?.code !== 'unsupported_endpoint') return page
      } else if (page.items.length > 0) return account
    }
    return -1
  }

  /** All items of an account. */
  async #readAll(account: number, after: string): Promise<readonly Json[] | Reply> {
    const items: Json[] = []
    let path = this.#limited(this.#start, LARGE_PAGE)
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const page = await this.#read(account, path)
      if (!('items' in page)) return page.failure?.code === 'unsupported_endpoint' ? items : page
      items.push(...page.items)
      const last = withoutMarks(idOf(page.items.at(-1)) ?? '')?.text
      if (!page.more || last === undefined) break
      path = writeQuery(path, after, last)
    }
    return items
  }

  #limited(path: string, limit: number | undefined): string {
    return limit === undefined ? path : writeQuery(path, this.#limitName, String(limit))
  }

  async #read(account: number, path: string): Promise<Page | Reply> {
    const { read, owners, gemini } = this.#source
    const answer = await read(account, path)
    if (!('json' in answer)) return answer
    const { reply, json } = answer
    const owner = owners[account] ?? ''
    const marked = withMarkedIds(json, gemini ? { owner, gemini, idsBelow: NO_IDS } : { owner })
    const token = TOKENS.map(name => asText(json[name])).find(text => text !== undefined && text !== '')
    const items = marked[listKey(marked) ?? '']
    const page: Page = {
      reply,
      json: marked,
      items: isList(items) ? items : [],
      more: json['has_more'] === true || token !== undefined,
      token,
    }
    if (this.#first === undefined || listKey(this.#first.json) === undefined) this.#first = page
    return page
  }

  /** One page of the whole list, with the fields of the first page that was read. */
  #reply(items: readonly Json[], more: boolean, token: string | undefined): Reply {
    const { reply, json } = this.#first ?? { reply: undefined, json: {} }
    if (reply === undefined) throw new Error('A list was read of no account.')
    const tokenName = TOKENS.find(name => name in json) ?? (this.#source.gemini ? TOKENS[0] : undefined)
    const { [tokenName ?? '']: _token, ...fields } = json
    const key = listKey(json)
    const body: JsonObject = {
      ...fields,
      ...(key !== undefined && { [key]: items }),
      ...('first_id' in json && { first_id: idOf(items[0]) ?? null }),
      ...('last_id' in json && { last_id: idOf(items.at(-1)) ?? null }),
      ...('has_more' in json && { has_more: more }),
      ...(tokenName !== undefined && tokenFields(tokenName, more ? token : undefined)),
    }
    return { ...reply, headers: streamHeaders(reply.headers), body: encodeJson(body) }
  }
}

const NO_IDS: readonly string[] = []

/** Gemini leaves out the token after the last page; others write null. */
const tokenFields = (name: string, token: string | undefined): JsonObject =>
  token === undefined ? (name === TOKENS[0] ? {} : { [name]: null }) : { [name]: token }

/** A cursor for the start of the list of an account. */
const startOf = (owner: string | undefined): string | undefined =>
  owner === undefined ? undefined : withMark('', owner)

const idOf = (item: Json | undefined): string | undefined => (isObject(item) ? asText(item['id']) : undefined)

/** The field with the items; undefined in an empty list of Gemini. */
const listKey = (json: JsonObject): string | undefined =>
  isList(json['data']) ? 'data' : Object.keys(json).find(key => isList(json[key]))
