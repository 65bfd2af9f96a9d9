// Where the cards of an agent come from, and the rules that they are read by.
import type { Gateway, PlanAgent } from '../../schemas/generated/types.ts'
import { type Json, parseJson } from '../../schemas/values/json.ts'
import { createCancellation } from '../values/cancellation.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { HostAuthor, Ports } from '../values/ports.ts'
import { type ReadHeaderSecret, serverHeaders } from '../values/server-headers.ts'
import { type CardSigner, createCardSigner } from './card/card-signature.ts'
import type { CardRules } from './card/read-card.ts'
import { callAgent } from './exchange/call-agent.ts'
import { type AgentVersion, versionHeaders } from './protocol/agent-version.ts'

export type AgentPorts = Pick<Ports, 'upstream' | 'clock'>

/** Where clients reach an agent, and whether they need a key. */
export type AgentAddress = Pick<CardRules, 'slug' | 'url' | 'needsKey'>

export interface AgentFacts extends AgentAddress {
  readonly plan: PlanAgent
  readonly readSecret: ReadHeaderSecret
  /** Who named its hosts. */
  readonly hostAuthor: HostAuthor
}

export const agentAddressOf = (
  {
    publicUrl = '',
    apiKeys,
    authentication,
    store,
  }: Pick<Gateway, 'publicUrl' | 'apiKeys' | 'authentication' | 'store'>,
  slug: string,
): AgentAddress => ({
  slug,
  url: `${publicUrl}/agents/${slug}`,
  needsKey: apiKeys.length > 0 || authentication === 'required' || store !== undefined,
})

export interface AgentCards {
  /** The credential of the gateway. */
  readonly headers: () => Headers | Failure
  readonly rules: CardRules
  /** The card as the agent gives it to clients of a version; undefined where it is not JSON. */
  readonly fetchCard: (version: AgentVersion) => Promise<{ readonly card: Json | undefined } | Failure>
}

/** Bytes of a card, and milliseconds within which it must arrive. */
const MAX_CARD = 1024 * 1024
const CARD_TIMEOUT = 10_000

export function linkAgentCards(
  { slug, url, needsKey, plan, readSecret, hostAuthor }: AgentFacts,
  ports: AgentPorts,
): AgentCards {
  const { interfaces, versions, webhookHosts, signatures, signingKey, trustedKeys } = plan
  const headers = (): Headers | Failure =>
    serverHeaders(plan.headers, readSecret) ??
    failure('secret_unavailable', `A secret of the agent "${slug}" cannot be read now.`)
  let signing: { readonly text: string; readonly signer: Promise<CardSigner | undefined> } | undefined
  /** The key may be rotated by its manager. */
  const signer = async (): Promise<CardSigner | undefined> => {
    const text = signingKey && readSecret(signingKey)
    if (text === undefined) return undefined
    if (signing?.text !== text)
      signing = { text, signer: createCardSigner(text, `${url}/.well-known/jwks.json`) }
    return await signing.signer
  }
  const named = [plan.card, ...(interfaces ?? []).map(each => each.url)]
  return {
    headers,
    rules: {
      slug,
      url,
      needsKey,
      versions,
      interfaces,
      origins: new Set(named.map(each => new URL(each).origin)),
      pushes: webhookHosts.length > 0,
      signatures,
      trustedKeys,
      signer,
    },
    fetchCard: async version => {
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
      if (status === 200 && body instanceof Uint8Array)
        return { card: parseJson(new TextDecoder().decode(body)) }
      if (!(body instanceof Uint8Array)) body.cancel()
      return failure('invalid_upstream_reply', `The card of the agent "${slug}" has the status ${status}.`)
    },
  }
}
