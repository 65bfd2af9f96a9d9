// A link to a server whose era is found out when it is first used, and again where the server behaves otherwise.
import { type ClientFacts, UNATTENDED } from '../messages/exchange.ts'
import type { RpcOutcome } from '../messages/message.ts'
import { type EraMemory, type EraVerdict, isVerdict } from './era-memory.ts'
import { createLegacyServer } from './legacy-server.ts'
import { readSession, type SessionPlace } from './legacy-session.ts'
import { createModernServer, type ServerParts } from './modern-server.ts'
import { isDescription, type ServerLink } from './server-link.ts'

export interface ConnectionParts extends ServerParts {
  readonly eras: EraMemory
  /** The client for which a session of a legacy server is opened, and where it is stored. */
  readonly client: ClientFacts
  readonly place: SessionPlace
  /** Its calls use the legacy era of a server that has both. */
  readonly isLegacyClient: boolean
}

export function connectServer(parts: ConnectionParts): ServerLink {
  const { address, eras } = parts
  let current: { readonly verdict: EraVerdict; readonly link: ServerLink } | undefined
  let opening: Promise<ServerLink | undefined> | undefined

  /** What the server is taken for now, and what to call where the answer casts doubt on that. */
  const find = async (): Promise<ServerLink | RpcOutcome> => {
    // A probe in the exchange of one client would end with it, for all that wait.
    const verdict = await eras.find(parts, UNATTENDED)
    if (!isVerdict(verdict)) return verdict
    if (verdict.era === 'modern' && parts.isLegacyClient && !eras.isModernOnly(address)) {
      opening ??= openLegacyEra(parts, () => {
        eras.noteModernOnly(address)
        opening = undefined
      })
      const link = await opening
      if (link !== undefined) return link
      opening = undefined
    }
    if (current?.verdict !== verdict) {
      const onDoubt = (): void => eras.forget(address)
      const link =
        verdict.era === 'modern'
          ? createModernServer(parts, verdict.revision, onDoubt)
          : createLegacyServer({ ...parts, onDoubt })
      current = { verdict, link }
    }
    return current.link
  }
  const attempt = async <T>(use: (link: ServerLink) => Promise<T | RpcOutcome>): Promise<T | RpcOutcome> => {
    const link = await find()
    if (!isLink(link)) return link
    const before = current?.verdict
    const outcome = await use(link)
    if (!isFault(outcome)) return outcome
    const verdict = await eras.find(parts, UNATTENDED)
    // Asked again after a doubt, and found to be of the other era: nothing was done yet.
    if (!isVerdict(verdict) || before === undefined || isSame(verdict, before)) return outcome
    const other = await find()
    return isLink(other) ? await use(other) : other
  }
  return {
    describe: exchange => attempt(link => link.describe(exchange)),
    send: (request, exchange) => attempt<RpcOutcome>(link => link.send(request, exchange)),
    listen: (listening, exchange) => attempt(link => link.listen(listening, exchange)),
    notify: async notification => {
      const link = await find()
      if (isLink(link)) await link.notify(notification)
    },
    close: async () => {
      const link = await find()
      if (isLink(link)) await link.close()
    },
  }
}

/**
 * The session of a legacy client at a server that speaks both eras: what its tools request of the client needs a session. Without
 * one the modern era serves more, since the gateway asks the client itself.
 */
async function openLegacyEra(
  parts: ConnectionParts,
  onModernOnly: () => void,
): Promise<ServerLink | undefined> {
  const link = createLegacyServer({ ...parts, onDoubt: onModernOnly })
  const described = await link.describe(UNATTENDED)
  if (!isDescription(described)) {
    // After a timeout, for example, the server may still have sessions.
    if ('fault' in described && described.fault.code < 0) onModernOnly()
    return undefined
  }
  if (readSession(await parts.place.load())?.id !== undefined) return link
  await link.close()
  onModernOnly()
  return undefined
}

const isLink = (value: ServerLink | RpcOutcome): value is ServerLink => 'send' in value

const isFault = (value: unknown): boolean => typeof value === 'object' && value !== null && 'fault' in value

const isSame = (left: EraVerdict, right: EraVerdict): boolean =>
  left.era === right.era &&
  (left.era === 'legacy' || (right.era === 'modern' && left.revision === right.revision))
