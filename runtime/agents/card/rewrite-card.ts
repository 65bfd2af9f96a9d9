// The card of an agent as clients of the gateway see it: its URL is that of the gateway, what authenticates is a key of the gateway, and
// what is not served is left out.
import { asList, asObject, type JsonObject, present } from '../../../schemas/values/json.ts'
import type { AgentVersion } from '../protocol/agent-version.ts'
import { type AgentBinding, type CardInterface, isLegacyCard, toBinding } from './card-interfaces.ts'

export interface CardFacts {
  /** The URL under which clients reach the agent. */
  readonly url: string
  readonly interfaces: readonly CardInterface[]
  /** Whether callers need a key. */
  readonly needsKey: boolean
  /** Whether the agent may send push notifications. */
  readonly pushes: boolean
}

const SCHEME = 'gateway'

/** Without signatures, which are those of another text. */
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

/** What the agent wants is between it and the gateway; a client that obeyed it would send a credential that no server reads. */
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
