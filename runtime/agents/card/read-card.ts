// A card as it came from an agent: which of its interfaces are called, and what clients see of it, or why they see
// nothing. A card is never served with a signature that does not verify.
import { asList, asObject, isObject, type JsonObject, present } from '../../../schemas/values/json.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { AgentVersion } from '../protocol/agent-version.ts'
import {
  type AgentBinding,
  type CardInterface,
  isLegacyCard,
  readInterfaces,
  toBinding,
} from './card-interfaces.ts'
import { type CardSigner, isSigned, isSignedBy } from './card-signature.ts'

export interface CardRules {
  readonly slug: string
  /** The URL under which clients reach the agent. */
  readonly url: string
  readonly versions: readonly AgentVersion[]
  /** Those of the manifest, which go before those of the card. */
  readonly interfaces: readonly CardInterface[] | undefined
  /** The origins that the manifest names. */
  readonly origins: ReadonlySet<string>
  readonly needsKey: boolean
  readonly pushes: boolean
  readonly signatures: 'sign' | 'refuse' | 'drop'
  readonly trustedKeys: readonly string[] | undefined
  /** Undefined where the key cannot be read or used. */
  readonly signer: () => Promise<CardSigner | undefined>
}

export interface ReadCard {
  readonly interfaces: readonly CardInterface[]
  readonly leftOut: readonly string[]
  readonly shown: JsonObject | Failure
}

export async function readCard(card: unknown, rules: CardRules): Promise<ReadCard | Failure> {
  const { slug, trustedKeys, versions, origins } = rules
  if (!isObject(card)) return unusable(slug, 'it is not a JSON object')
  if (trustedKeys !== undefined && !(await isSignedBy(card, trustedKeys)))
    return unusable(slug, 'none of its signatures is by a key of trusted_keys')
  const read = readInterfaces(card, versions, url => isCallableUrl(url, origins))
  const interfaces = rules.interfaces ?? read.served
  const leftOut = rules.interfaces === undefined ? read.leftOut : []
  if (interfaces.length === 0)
    return unusable(
      slug,
      `it names no interface that is called: of JSONRPC or HTTP+JSON, in a version that is served, at an origin that card_url or interfaces name${leftOut.length === 0 ? '' : `; it has ${leftOut.slice(0, 8).join(', ')}`}`,
    )
  return { interfaces, leftOut, shown: await showCard(card, { ...rules, interfaces }) }
}

async function showCard(
  card: JsonObject,
  rules: CardRules & { readonly interfaces: readonly CardInterface[] },
): Promise<JsonObject | Failure> {
  const { slug, signatures, signer } = rules
  if (signatures === 'refuse' && isSigned(card))
    return failure(
      'invalid_upstream_reply',
      `The card of the agent "${slug}" is signed, and the URL of the gateway in it would break the signature. Set card.signing_key of the agent, so that the gateway signs it, or card.signatures to "drop".`,
    )
  const rewritten = rewriteCard(card, rules)
  if (signatures !== 'sign') return rewritten
  const signing = await signer()
  return signing === undefined
    ? failure(
        'secret_unavailable',
        `The card of the agent "${slug}" cannot be signed: signing_key is not a private JWK of the curve P-256 or Ed25519, or cannot be read.`,
      )
    : await signing.sign(rewritten)
}

/** Neither a key nor a message goes to an origin that only the card names. */
export function isCallableUrl(text: string, origins: ReadonlySet<string>): boolean {
  if (!URL.canParse(text)) return false
  const { origin, username, password, hash } = new URL(text)
  return origins.has(origin) && username === '' && password === '' && hash === ''
}

const unusable = (slug: string, reason: string): Failure =>
  failure('invalid_upstream_reply', `The card of the agent "${slug}" cannot be used: ${reason}.`)

interface CardFacts {
  /** The URL under which clients reach the agent. */
  readonly url: string
  readonly interfaces: readonly CardInterface[]
  /** Whether callers need a key. */
  readonly needsKey: boolean
  /** Whether the agent may send push notifications. */
  readonly pushes: boolean
}

const SCHEME = 'gateway'

/**
 * The card of an agent as clients of the gateway see it: its URL is that of the gateway, it is authenticated
 * by a key of the gateway, and what is not served is left out. Signatures are removed, since they cover
 * another text.
 */
export function rewriteCard(card: JsonObject, facts: CardFacts): JsonObject {
  const { signatures: _signatures, ...named } = card
  const isLegacy = isLegacyCard(card)
  const shared = {
    ...named,
    capabilities: present({
      ...asObject(card['capabilities']),
      ...(!facts.pushes && { pushNotifications: false }),
    }),
    skills: asList(card['skills']).map(skill => withoutSecurity(asObject(skill))),
  }
  const isModern = card['supportedInterfaces'] !== undefined
  return {
    ...withoutSecurity(shared),
    ...(isLegacy && legacyParts(card, facts)),
    ...((isModern || !isLegacy) && { supportedInterfaces: modernInterfaces(card, facts) }),
    ...(facts.needsKey && (isLegacy ? LEGACY_SECURITY : SECURITY)),
  }
}

const SECURITY: JsonObject = {
  securitySchemes: {
    [SCHEME]: {
      httpAuthSecurityScheme: { scheme: 'Bearer', description: 'A key of the gateway.' },
    },
  },
  securityRequirements: [{ schemes: { [SCHEME]: {} } }],
}

const LEGACY_SECURITY: JsonObject = {
  securitySchemes: { [SCHEME]: { type: 'http', scheme: 'bearer', description: 'A key of the gateway.' } },
  security: [{ [SCHEME]: [] }],
}

/**
 * What the agent wants is between it and the gateway; a client that obeyed it would send a credential that no server
 * reads.
 */
function withoutSecurity(value: JsonObject): JsonObject {
  const { security: _legacy, securityRequirements: _modern, securitySchemes: _schemes, ...others } = value
  return others
}

/** A tenant stays, since clients name it in their requests. */
function modernInterfaces(card: JsonObject, { url, interfaces }: CardFacts): readonly JsonObject[] {
  const named = asList(card['supportedInterfaces']).map(asObject)
  return interfaces.map(({ binding, version, url: upstream }) => {
    const { tenant } =
      named.find(each => each['url'] === upstream && each['protocolBinding'] === binding) ?? {}
    return present({ url, protocolBinding: binding, protocolVersion: version, tenant })
  })
}

/** The preferred transport stays the first where it is served. */
function legacyParts(card: JsonObject, { url, interfaces }: CardFacts): JsonObject {
  const preferred = toBinding(String(card['preferredTransport'] ?? 'JSONRPC'))
  const bindings = bindingsOf(interfaces, '0.3')
  const first = bindings.find(each => each === preferred) ?? bindings[0]
  return {
    url,
    ...(first && { preferredTransport: first }),
    ...(card['additionalInterfaces'] !== undefined && {
      additionalInterfaces: bindings.map(transport => ({ url, transport })),
    }),
  }
}

const bindingsOf = (interfaces: readonly CardInterface[], version: AgentVersion): readonly AgentBinding[] =>
  interfaces.filter(each => each.version === version).map(({ binding }) => binding)
