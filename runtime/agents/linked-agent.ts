// An agent as the proxy calls it: where its interfaces are, what authenticates the gateway, and its card, which is fetched when it is
// needed and cached for some minutes.
import type { Gateway } from '../../schemas/generated/types.ts'
import { type Failure, isFailure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { HostAuthor, Ports } from '../values/ports.ts'
import type { ReadHeaderSecret } from '../values/server-headers.ts'
import { type AgentFacts, type AgentPorts, agentAddressOf, linkAgentCards } from './agent-cards.ts'
import type { AgentBinding, CardInterface } from './card/card-interfaces.ts'
import type { CardSigner } from './card/card-signature.ts'
import { type ReadCard, readCard } from './card/read-card.ts'
import type { AgentVersion } from './protocol/agent-version.ts'

/** Milliseconds for which a card is cached. */
const CARD_AGE = 300_000

export interface LinkedAgent {
  readonly slug: string
  /** Undefined for all. */
  readonly workspaces: ReadonlySet<string> | undefined
  readonly webhookHosts: readonly string[]
  readonly timeout: number
  readonly hostAuthor: HostAuthor
  /** The credential of the gateway. */
  readonly headers: () => Headers | Failure
  /** The card that the agent gives to clients of a version. */
  readonly card: (version: AgentVersion) => Promise<ReadCard | Failure>
  /** Another card, such as the extended one, under the same rules. */
  readonly read: (card: unknown) => Promise<ReadCard | Failure>
  /** Where it is called; undefined where it is not, with what it has instead. */
  readonly find: (
    binding: AgentBinding,
    version: AgentVersion,
  ) => Promise<
    { readonly found: CardInterface | undefined; readonly all: readonly CardInterface[] } | Failure
  >
  /** What signs cards; undefined where nothing does. */
  readonly signer: () => Promise<CardSigner | undefined>
}

/** The agents of the manifest by slug. */
export const linkAgentsOf = (
  gateway: Gateway,
  readSecret: ReadHeaderSecret,
  ports: AgentPorts,
): ReadonlyMap<string, LinkedAgent> =>
  new Map(
    Object.entries(gateway.agents ?? {}).map(([slug, plan]) => [
      slug,
      linkAgent({ ...agentAddressOf(gateway, slug), plan, readSecret, hostAuthor: 'operator' }, ports),
    ]),
  )

export function linkAgent(facts: AgentFacts, ports: AgentPorts): LinkedAgent {
  const { slug, plan, hostAuthor } = facts
  const { interfaces, webhookHosts, timeout, workspaces } = plan
  const { headers, rules, fetchCard } = linkAgentCards(facts, ports)
  const card = cacheCards(async version => {
    const fetched = await fetchCard(version)
    return isFailure(fetched) ? fetched : await readCard(fetched.card, rules)
  }, ports)
  return {
    slug,
    workspaces: workspaces && new Set(workspaces),
    webhookHosts,
    timeout,
    hostAuthor,
    headers,
    card,
    read: other => readCard(other, rules),
    find: async (binding, version) => {
      const all = interfaces ?? (await card(version))
      if (isFailure(all)) return all
      const list = 'interfaces' in all ? all.interfaces : all
      return { found: list.find(each => each.binding === binding && each.version === version), all: list }
    },
    signer: rules.signer,
  }
}

/** One card is fetched for all that need it; failures are not cached. */
function cacheCards(
  fetchCard: (version: AgentVersion) => Promise<ReadCard | Failure>,
  { clock }: Pick<Ports, 'clock'>,
): LinkedAgent['card'] {
  const known = new Map<AgentVersion, { readonly card: ReadCard; readonly at: number }>()
  const pending = new Map<AgentVersion, Promise<ReadCard | Failure>>()
  return async version => {
    const found = known.get(version)
    if (found !== undefined && clock.monotonic() - found.at < CARD_AGE) return found.card
    const waiting = pending.get(version)
    if (waiting !== undefined) return await waiting
    const fetched = fetchCard(version)
    pending.set(version, fetched)
    try {
      const card = await fetched
      if (!isFailure(card) && !isFailure(card.shown)) known.set(version, { card, at: clock.monotonic() })
      return card
    } finally {
      pending.delete(version)
    }
  }
}
