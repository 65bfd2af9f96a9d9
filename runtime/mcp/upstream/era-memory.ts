// Which era a server speaks: found out by a modern request first, and remembered by its address. A verdict is requested again
// after a while, and at once where the server behaves otherwise.
import { asList, asObject } from '../../../schemas/values/json.ts'
import type { Clock } from '../../values/ports.ts'
import type { Exchange } from '../messages/exchange.ts'
import { failedOutcome, faulty, isModernFault, UNSUPPORTED_REVISION } from '../messages/fault.ts'
import type { RpcOutcome } from '../messages/message.ts'
import { LATEST_MODERN, LEGACY_REVISIONS, MODERN_REVISIONS, sharedRevision } from '../messages/revision.ts'
import { outcomeOf } from './answer-outcome.ts'
import type { Answer } from './await-answer.ts'
import { DISCOVER, type ServerParts, sendModern } from './modern-server.ts'
import { type ServerAddress, subjectKey } from './server-address.ts'

export type EraVerdict = { readonly era: 'modern'; readonly revision: string } | { readonly era: 'legacy' }

export interface EraMemory {
  /** What is known of a server, or found out now; an outcome where it cannot be reached. */
  readonly find: (parts: ServerParts, exchange: Exchange) => Promise<EraVerdict | RpcOutcome>
  readonly forget: (address: ServerAddress) => void
  /** Whether a modern server was found to have no sessions of the legacy era. */
  readonly isModernOnly: (address: ServerAddress) => boolean
  readonly noteModernOnly: (address: ServerAddress) => void
}

/** Milliseconds after which a server is probed again: it may have been upgraded. */
const MAX_AGE = 3_600_000
const MAX_SERVERS = 10_000

export const isVerdict = (value: EraVerdict | RpcOutcome): value is EraVerdict => 'era' in value

export function createEraMemory(clock: Pick<Clock, 'monotonic'>): EraMemory {
  const known = new Map<string, { readonly verdict: EraVerdict; readonly at: number }>()
  const modernOnly = new Map<string, number>()
  const asking = new Map<string, Promise<EraVerdict | RpcOutcome>>()
  const keyOf = ({ origin, path }: ServerAddress): string => origin + path
  return {
    find: async (parts, exchange) => {
      const key = keyOf(parts.address)
      const found = known.get(key)
      if (found !== undefined && clock.monotonic() - found.at < MAX_AGE) return found.verdict
      // No client waits for a probe with the credential of another one.
      const askedAs = key + subjectKey(parts.address, parts.subject)
      const pending = asking.get(askedAs)
      if (pending !== undefined) return await pending
      const asked = sendModern(parts, DISCOVER, exchange, LATEST_MODERN).then(answer =>
        judge(answer, parts.address),
      )
      asking.set(askedAs, asked)
      try {
        const verdict = await asked
        if (isVerdict(verdict)) {
          if (known.size >= MAX_SERVERS) known.clear()
          known.set(key, { verdict, at: clock.monotonic() })
        }
        return verdict
      } finally {
        asking.delete(askedAs)
      }
    },
    forget: address => void known.delete(keyOf(address)),
    isModernOnly: address => {
      const at = modernOnly.get(keyOf(address))
      return at !== undefined && clock.monotonic() - at < MAX_AGE
    },
    noteModernOnly: address => {
      if (modernOnly.size >= MAX_SERVERS) modernOnly.clear()
      modernOnly.set(keyOf(address), clock.monotonic())
    },
  }
}

const LEGACY: EraVerdict = { era: 'legacy' }

function judge(answer: Answer, address: ServerAddress): EraVerdict | RpcOutcome {
  const { failure, outcome, status } = answer
  if (failure !== undefined) return failedOutcome(failure)
  if (outcome === undefined) return status === 401 || status === 403 ? outcomeOf(answer, address) : LEGACY
  const supported =
    'result' in outcome
      ? asList(outcome.result['supportedVersions'])
      : outcome.fault.code === UNSUPPORTED_REVISION
        ? asList(asObject(outcome.fault.data)['supported'])
        : undefined
  if (supported === undefined)
    return 'fault' in outcome && isModernFault(outcome.fault)
      ? { era: 'modern', revision: LATEST_MODERN }
      : LEGACY
  const names = supported.filter(name => typeof name === 'string')
  const revision = sharedRevision(MODERN_REVISIONS, names)
  if (revision !== undefined) return { era: 'modern', revision }
  if (names.length === 0 || sharedRevision(LEGACY_REVISIONS, names) !== undefined) return LEGACY
  return faulty(502, `The MCP server "${address.slug}" speaks no revision that is known here.`, {
    code: 'unsupported_revision',
  })
}
