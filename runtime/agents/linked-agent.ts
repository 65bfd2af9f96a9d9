// An agent of the manifest as the proxy calls it: where its interfaces are, what authenticates the gateway, and its card, which is
// fetched when it is needed and kept for some minutes.
import type { Gateway, PlanAgent } from '../../schemas/generated/types.ts'
import { parseJson } from '../../schemas/values/json.ts'
import { createCancellation } from '../values/cancellation.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { HostAuthor, Ports } from '../values/ports.ts'
import { type ReadHeaderSecret, serverHeaders } from '../values/server-headers.ts'
import type { AgentBinding, CardInterface } from './card/card-interfaces.ts'
import { type CardSigner, createCardSigner } from './card/card-signature.ts'
import { type CardRules, type ReadCard, readCard } from './card/read-card.ts'
import { callAgent } from './exchange/call-agent.ts'
import { type AgentVersion, versionHeaders } from './protocol/agent-version.ts'

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

type AgentPorts = Pick<Ports, 'upstream' | 'clock'>

/** Bytes of a card, milliseconds for which one is kept, and within which it must arrive. */
const MAX_CARD = 1024 * 1024
const CARD_AGE = 300_000
const CARD_TIMEOUT = 10_000

/** The agents of the manifest by slug. */
export function linkAgentsOf(
  { agents = {}, publicUrl = '', apiKeys, authentication, store }: Gateway,
  readSecret: ReadHeaderSecret,
  ports: AgentPorts,
): ReadonlyMap<string, LinkedAgent> {
  const needsKey = apiKeys.length > 0 || authentication === 'required' || store !== undefined
  return new Map(
    Object.entries(agents).map(([slug, agent]) => {
      const place = { slug, url: `${publicUrl}/agents/${slug}`, needsKey }
      return [slug, linkAgent(place, agent, readSecret, ports)] as const
    }),
  )
}

function linkAgent(
  place: Pick<CardRules, 'slug' | 'url' | 'needsKey'>,
  plan: PlanAgent,
  readSecret: ReadHeaderSecret,
  ports: AgentPorts,
): LinkedAgent {
  const { slug } = place
  const { interfaces, versions, webhookHosts, signatures, signingKey, trustedKeys, timeout, workspaces } =
    plan
  const hostAuthor = 'operator'
  const headers = (): Headers | Failure =>
    serverHeaders(plan.headers, readSecret) ??
    failure('secret_unavailable', `A secret of the agent "${slug}" cannot be read now.`)
  let signing: { readonly text: string; readonly signer: Promise<CardSigner | undefined> } | undefined
  /** The key may be rotated by its manager. */
  const signer = async (): Promise<CardSigner | undefined> => {
    const text = signingKey && readSecret(signingKey)
    if (text === undefined) return undefined
    if (signing?.text !== text)
      signing = { text, signer: createCardSigner(text, `${place.url}/.well-known/jwks.json`) }
    return await signing.signer
  }
  const named = [plan.card, ...(interfaces ?? []).map(({ url }) => url)]
  const rules: CardRules = {
    ...place,
    versions,
    interfaces,
    origins: new Set(named.map(url => new URL(url).origin)),
    pushes: webhookHosts.length > 0,
    signatures,
    trustedKeys,
    signer,
  }
  const fetchCard = async (version: AgentVersion): Promise<ReadCard | Failure> => {
    const credentials = headers()
    if (isFailure(credentials)) return credentials
    const reply = await callAgent(
      {
        slug,
        url: new URL(plan.card),
        method: 'GET',
        headers: ['accept', 'application/json', ...versionHeaders(version), ...credentials],
        body: undefined,
        hostAuthor,
        timeout: CARD_TIMEOUT,
        maxBytes: MAX_CARD,
      },
      ports,
      // Others wait for it too, so it is not cancelled with the first.
      createCancellation(),
    )
    if (isFailure(reply)) return reply
    const { status, body } = reply
    if (status !== 200 || !(body instanceof Uint8Array)) {
      if (!(body instanceof Uint8Array)) body.cancel()
      return failure('invalid_upstream_reply', `The card of the agent "${slug}" has the status ${status}.`)
    }
    return await readCard(parseJson(new TextDecoder().decode(body)), rules)
  }
  const card = cacheCards(fetchCard, ports)
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
    signer,
  }
}

/** One card is fetched for all who want it; failures are not kept. */
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
