// What an entry declares about itself, and the notifications for its listeners.
import { asObject, type JsonObject } from '../../../schemas/values/json.ts'
import type { Exchange, ListenFilter } from '../messages/exchange.ts'
import type { RpcNotification, RpcOutcome } from '../messages/message.ts'
import { isDescription, type Listening } from '../upstream/server-link.ts'
import type { EntrySession } from './entry-session.ts'
import { mayUse } from './locate-capability.ts'
import type { McpMember } from './mcp-server.ts'
import { missingConnection } from './require-connection.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

export interface EntryDescription {
  readonly info: JsonObject
  readonly capabilities: JsonObject
  readonly instructions: string | undefined
}

export async function describeEntry(
  { entry, linkOf }: Pick<EntrySession, 'entry' | 'linkOf'>,
  exchange: Exchange,
): Promise<EntryDescription | RpcOutcome> {
  const [only] = entry.members
  if (entry.virtual === undefined && only !== undefined) {
    const found = await linkOf(only.server).describe(exchange)
    // A client must be able to come in before its person can be asked to connect.
    if (!isDescription(found) && missingConnection(found) !== undefined)
      return { info: named({}, only.server.slug), capabilities: USUAL, instructions: undefined }
    return isDescription(found)
      ? {
          info: named(found.info, only.server.slug),
          capabilities: found.capabilities,
          instructions: found.instructions,
        }
      : found
  }
  const found = await Promise.all(entry.members.map(({ server }) => linkOf(server).describe(exchange)))
  const known = found.filter(isDescription)
  const [first] = found
  if (known.length === 0 && first !== undefined && !isDescription(first)) return first
  return {
    info: { name: entry.virtual?.name ?? entry.id, version: '1' },
    capabilities: known.map(({ capabilities }) => shared(capabilities)).reduce(merged, {}),
    instructions: entry.virtual?.instructions,
  }
}

const USUAL: JsonObject = { tools: {}, prompts: {}, resources: {} }

/** Both eras require a name and a version. */
const named = (info: JsonObject, slug: string): JsonObject => ({ name: slug, version: '0', ...info })

/** What a server among others can still do; extensions are agreed on with one server. */
const shared = (capabilities: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(capabilities).filter(([name]) => SHARED.has(name)))

const SHARED: ReadonlySet<string> = new Set(['tools', 'prompts', 'resources', 'completions', 'logging'])

const merged = (left: JsonObject, right: JsonObject): JsonObject => ({
  ...left,
  ...Object.fromEntries(
    Object.entries(right).map(([name, value]) => [name, { ...asObject(left[name]), ...asObject(value) }]),
  ),
})

/** Listens to all members at once; ends when the last of them has. */
export async function listenToEntry(
  session: EntrySession,
  { filter, onOpen, ...listening }: Listening,
  exchange: Exchange,
  catalogue: ToolCatalogue,
): Promise<RpcOutcome | undefined> {
  const { members } = session.entry
  let opening = members.length
  let agreed: ListenFilter = {}
  const onMember = (own: ListenFilter): void => {
    const uris = [...(agreed.resourceSubscriptions ?? []), ...(own.resourceSubscriptions ?? [])]
    agreed = { ...agreed, ...own, ...(uris.length > 0 && { resourceSubscriptions: [...new Set(uris)] }) }
    opening -= 1
    if (opening === 0) onOpen(agreed)
  }
  const ended = await Promise.all(
    members.map(async member => {
      let isOpen = false
      const open = (own: ListenFilter): void => {
        if (isOpen) return
        isOpen = true
        onMember(own)
      }
      const own = { ...listening, filter: filterOf(filter, member, session), onOpen: open }
      const outcome = await session.linkOf(member.server).listen(own, {
        ...exchange,
        notify: notification => {
          if (notification.method === TOOLS_CHANGED) catalogue.expire(member.server)
          if (isAllowed(notification, member, session)) exchange.notify(notification)
        },
      })
      // One that cannot be listened to does not delay the others.
      open({})
      return outcome
    }),
  )
  return ended.find(outcome => outcome !== undefined)
}

const TOOLS_CHANGED = 'notifications/tools/list_changed'

function filterOf(filter: ListenFilter, member: McpMember, session: EntrySession): ListenFilter {
  const { resourceSubscriptions = [], ...others } = filter
  const uris = resourceSubscriptions.filter(uri => mayUse(member, session, 'resource', uri))
  return uris.length === 0 ? others : { ...others, resourceSubscriptions: uris }
}

const isAllowed = ({ method, params }: RpcNotification, member: McpMember, session: EntrySession): boolean =>
  method !== 'notifications/resources/updated' ||
  mayUse(member, session, 'resource', typeof params['uri'] === 'string' ? params['uri'] : '')
