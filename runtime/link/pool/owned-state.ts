// Calls to a pool that name what one of its accounts stores go to the members of that account, and no other (semantics, D21); what an
// account returns is marked with it. Identifiers without a mark, older than the pool or of other clients, are looked for in the accounts
// in order: a provider refuses an unknown one before it does anything.
import type { PlanPool } from '../../../schemas/generated/types.ts'
import { asObject, isList, isObject, parseJson } from '../../../schemas/values/json.ts'
import { matchResource } from '../../resources/match-resource.ts'
import {
  accountMark,
  matchStatePath,
  mayHaveMarks,
  mayNameState,
  mentionsState,
  readNamedState,
  withoutMarks,
} from '../../resources/member-ids.ts'
import { createBody } from '../../values/body/body.ts'
import { type Call, discard, isStream, type Reply } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { geminiRequest } from '../../values/gemini-path.ts'
import { headerValue } from '../../values/headers.ts'
import { queryValue } from '../../values/query-string.ts'
import type { LinkContext } from '../link-context.ts'
import { recordStep } from '../nodes/linked-node.ts'
import { collect, type Marking, markingOf, markReply, replaceChanged } from './mark-reply.ts'
import { mergeLists } from './merged-lists.ts'

/** Sends one attempt to a pool. `isOutside`: whether a member may not be called, whatever happens. */
export type SendWithin = (call: Call, isOutside?: (member: number) => boolean) => Promise<Reply>

/** Members that exchange what they store. Their label is that of the account, or the name of a member that has none. */
interface Account {
  readonly label: string
  readonly owner: string
  readonly names: ReadonlySet<string>
  readonly isOutside: (member: number) => boolean
}

/** What a call names: without its marks, their accounts by keys, and a key with an identifier that has none. */
interface Named {
  readonly call: Call
  readonly owners: ReadonlyMap<string, string>
  readonly unmarked: string | undefined
}

const NONE: ReadonlyMap<string, string> = new Map()

export function linkOwnedState(
  slug: string,
  { members }: PlanPool,
  send: SendWithin,
  targetName: string,
  { gateway }: Pick<LinkContext, 'gateway'>,
): (call: Call) => Promise<Reply> {
  const labels = members.map(({ name, account }) => account ?? name)
  const accounts = [...new Set(labels)].map((label): Account => {
    const isMember = labels.map(each => each === label)
    return {
      label,
      owner: accountMark(label),
      names: new Set(members.flatMap(({ name }, index) => (isMember[index] ? [name] : []))),
      isOutside: member => isMember[member] !== true,
    }
  })
  const isShared = accounts.length === 1
  // A member that has got an account is also found by its name, which older identifiers have.
  const byOwner = new Map<string, Account>()
  for (const account of accounts)
    for (const name of [...account.names, account.label])
      if (!labels.includes(name) || name === account.label) byOwner.set(accountMark(name), account)
  const limit = gateway.limits.reply_bytes
  const refuse = (reason: Failure): Reply => failureReply(reason, targetName)

  /** Of the member that was called last. */
  const accountOf = ({ record: { member } }: Call): Account | undefined =>
    accounts.find(({ names }) => member !== undefined && names.has(member))

  const mark = async (reply: Reply, marking: Marking | undefined, call: Call): Promise<Reply> => {
    const account = marking && accountOf(call)
    if (marking === undefined || account === undefined) return reply
    const marked = await markReply(reply, marking, account.owner, call, limit)
    return isFailure(marked) ? refuse(marked) : marked
  }

  /** The account of the marks, none without any, or why there is none. */
  const accountNamed = (owners: ReadonlyMap<string, string>): Account | undefined | Failure => {
    let first: { readonly account: Account; readonly key: string } | undefined
    for (const [owner, key] of owners) {
      const account = byOwner.get(owner)
      if (account === undefined)
        return failure(
          'not_found',
          `The request names what is stored at a member that the pool @${slug} does not have (${key}). Add it again, or if it was renamed, set its \`account\` to the old name.`,
          { param: key },
        )
      if (first !== undefined && first.account !== account)
        return failure(
          'invalid_request',
          `The request names what different accounts of the pool @${slug} store (${first.key}: ${first.account.label}, ${key}: ${account.label}), and no account has both.`,
          { param: key },
        )
      first ??= { account, key }
    }
    return first?.account
  }

  const sendTo = async (account: Account, call: Call): Promise<Reply> => {
    recordStep(call, targetName, `@${slug}`, `stored by ${account.label}`)
    const reply = await send(call, account.isOutside)
    if (reply.failure?.code !== 'pool_exhausted') return reply
    const wait = headerValue(reply.headers, 'retry-after')
    const reason = `The request names what the account ${account.label} of the pool @${slug} stores, and its members are full or have spent their quotas; retry in ${wait} s.`
    return { ...refuse(failure('pool_exhausted', reason)), headers: reply.headers }
  }

  /** Asks the accounts in order, until one knows the identifier. */
  const search = async (call: Call): Promise<Reply> => {
    let last: Reply | undefined
    for (const account of accounts) {
      const reply = await sendTo(account, call)
      if (!isUnknown(reply, call) || call.body.remainder?.consumed === true) {
        if (last !== undefined) discard(last)
        return reply
      }
      if (last === undefined) last = reply
      else discard(reply)
      if (call.cancellation.cancelled()) break
    }
    if (last === undefined) throw new Error('A pool has no accounts.')
    return last
  }

  /** A conversation that moves to another account goes on without the reasoning that only the former one can decrypt. */
  const withoutForeignReasoning = async (reply: Reply, call: Call): Promise<Reply> => {
    if (!isForeignReasoning(reply) || gateway.unsupported === 'reject') return reply
    const account = accountOf(call)
    const json = call.body.json()
    const items = isFailure(json) ? undefined : json['input']
    if (account === undefined || isFailure(json) || !isList(items)) return reply
    const input = items.filter(item => asObject(item)['type'] !== 'reasoning')
    if (input.length === items.length) return reply
    const body = createBody(replaceChanged(call.body.bytes, json, { ...json, input }))
    const repeated = await sendTo(account, { ...call, body })
    return { ...repeated, dropped: [...(repeated.dropped ?? []), 'input.reasoning'] }
  }

  const list = (call: Call, first: Account | undefined): Promise<Reply> =>
    mergeLists(call.path, first === undefined ? 0 : accounts.indexOf(first), {
      owners: accounts.map(({ owner }) => owner),
      gemini: geminiRequest(call.pathname) !== undefined,
      read: async (index, path) => {
        const account = accounts[index]
        if (account === undefined) throw new Error('A list goes beyond the accounts of its pool.')
        const reply = await sendTo(account, moved(call, path))
        if (reply.status !== 200) return reply
        const bytes = isStream(reply.body) ? await collect(reply.body, limit, call) : reply.body
        if (isFailure(bytes)) return refuse(bytes)
        const json = parseJson(decoder.decode(bytes))
        return isObject(json)
          ? { reply, json }
          : refuse(
              failure(
                'invalid_upstream_reply',
                `The account ${account.label} replied with a list that is not JSON.`,
              ),
            )
      },
    })

  const serve = async (read: Named, marking: Marking | undefined): Promise<Reply> => {
    const account = accountNamed(read.owners)
    if (isFailure(account)) return refuse(account)
    // Replies that are read must not be compressed.
    const call: Call =
      marking === undefined || read.call.endpoint !== undefined
        ? read.call
        : { ...read.call, readsReply: true }
    const isMerged = call.method === 'GET' && matchStatePath(call.path)?.listed === true
    if (isMerged && !isShared && call.endpoint === undefined) return await list(call, account)
    const reply =
      account !== undefined
        ? await sendTo(account, call)
        : read.unmarked !== undefined && !isShared
          ? await search(call)
          : await send(call)
    return await mark(await withoutForeignReasoning(reply, call), marking, call)
  }

  return call => {
    const read = readNames(call, isShared)
    if (isFailure(read)) return Promise.resolve(refuse(read))
    const marking = isShared ? undefined : markingOf(call)
    const isPlain = read.owners.size === 0 && read.unmarked === undefined && marking === undefined
    return isPlain && (isShared || !hasEncrypted(call)) ? send(call) : serve(read, marking)
  }
}

const decoder = new TextDecoder('utf-8')

const ENCRYPTED = new TextEncoder().encode('"encrypted_content"')

/** Whether a request may have reasoning that an account has encrypted. */
const hasEncrypted = ({ endpoint, body }: Call): boolean =>
  endpoint === 'responses' && Buffer.prototype.indexOf.call(body.bytes, ENCRYPTED) >= 0

/** "Encrypted content organization_id did not match the target organization": https://github.com/openai/codex/issues/13724. */
const isForeignReasoning = ({ status, body }: Reply): boolean =>
  status === 400 && !isStream(body) && /"code":\s*"invalid_encrypted_content"/.test(decoder.decode(body))

/** Whether a reply only means that the account does not store what the request names: no trouble of a member, and none has it besides. */
export const isMissingState = (
  reply: Reply,
  { endpoint, model, pathname }: Call,
  isOutside: Parameters<SendWithin>[1],
): boolean =>
  isOutside === undefined
    ? reply.status === 404 && endpoint === undefined && model === undefined
    : isMissing(reply, pathname)

/** Gemini does not tell whether a file of another project exists: https://github.com/googleapis/python-genai/issues/1218. */
const isMissing = ({ status }: Reply, pathname: string): boolean =>
  status === 404 || (status === 403 && geminiRequest(pathname) !== undefined)

/** Whether a provider refuses an identifier that it does not know; OpenAI with 400 and `previous_response_not_found` (read 2026-11-29). */
const isUnknown = (reply: Reply, { pathname }: Call): boolean =>
  isMissing(reply, pathname) ||
  reply.failure?.code === 'unsupported_endpoint' ||
  (reply.status === 400 &&
    !isStream(reply.body) &&
    /"code":\s*"\w*not_found"/.test(decoder.decode(reply.body)))

/** Reads what a call names. With one account, only marks from times when there were more. */
function readNames(call: Call, isShared: boolean): Named | Failure {
  const { body, endpoint, path } = call
  const located = withoutMarks(path)
  let owners = NONE
  let unmarked: string | undefined
  let read = call
  if (located !== undefined) {
    read = moved(call, located.text)
    owners = new Map(located.owners.map(owner => [owner, 'id']))
  } else if (endpoint === undefined && !isShared && hasId(call)) unmarked = 'path'
  if (!mayName(call, isShared)) return { call: read, owners, unmarked }
  const json = body.json()
  if (isFailure(json)) return endpoint === undefined ? { call: read, owners, unmarked } : json
  const state = readNamedState(json)
  if (state.body !== json) read = { ...read, body: createBody(replaceChanged(body.bytes, json, state.body)) }
  return {
    call: read,
    owners: state.owners.size === 0 ? owners : new Map([...state.owners, ...owners]),
    unmarked: unmarked ?? (isShared ? undefined : state.unmarked),
  }
}

/** Whether the path names what is stored: with an identifier, or a call that a session joins. */
const hasId = ({ path, upgrade }: Call): boolean =>
  upgrade === true ? queryValue(path, 'call_id') !== undefined : matchStatePath(path)?.hasId === true

/** Whether the body may have identifiers. */
function mayName({ body, endpoint, pathname }: Call, isShared: boolean): boolean {
  const { bytes, form, remainder } = body
  if (bytes.length === 0 || form !== undefined || remainder !== undefined) return false
  if (mayHaveMarks(bytes)) return true
  if (isShared) return false
  if (endpoint === undefined) return mentionsState(bytes, geminiRequest(pathname) !== undefined)
  const fields = body.fields()
  return !isFailure(fields) && mayNameState(endpoint, fields.names, bytes)
}

/** The call at another path. */
function moved(call: Call, path: string): Call {
  const [pathname = ''] = path.split('?', 1)
  const [before = ''] = call.path.split('?', 1)
  const prefix = call.pathname.endsWith(before)
    ? call.pathname.slice(0, call.pathname.length - before.length)
    : ''
  return {
    ...call,
    path,
    pathname: prefix + pathname,
    ...(call.resource !== undefined && { resource: matchResource(call.method, path) }),
  }
}
