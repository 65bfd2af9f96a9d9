// The endpoints of an agent: the interfaces of its card, in the form of either version.
import { asList, asObject, asText, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { type AgentVersion, toAgentVersion } from '../protocol/agent-version.ts'

const BINDINGS = ['JSONRPC', 'HTTP+JSON'] as const
export type AgentBinding = (typeof BINDINGS)[number]

export interface CardInterface {
  readonly url: string
  readonly binding: AgentBinding
  readonly version: AgentVersion
}

export interface CardInterfaces {
  /** One for each binding and version: the first that the card names. */
  readonly served: readonly CardInterface[]
  /** The others, as the log names them: `GRPC 1.0`. */
  readonly leftOut: readonly string[]
}

interface NamedInterface {
  readonly url: string
  readonly binding: string
  readonly version: string
}

/** An interface of a card, and the reason why it cannot be called. */
export interface CardInterfaceFacts extends NamedInterface {
  readonly reason: 'binding' | 'version' | 'origin' | 'repeated' | undefined
}

export const isLegacyCard = (card: JsonObject): boolean => typeof card['url'] === 'string'

/** `mayCall`: whether the manifest lets a URL be called. */
export function readInterfaces(
  card: JsonObject,
  versions: readonly AgentVersion[],
  mayCall: (url: string) => boolean,
): CardInterfaces {
  const served: CardInterface[] = []
  const leftOut: string[] = []
  for (const { url, binding: name, version: text, reason } of interfacesOfCard(card, versions, mayCall)) {
    const binding = toBinding(name)
    const version = toAgentVersion(text)
    if (reason === undefined && binding !== undefined && version !== undefined)
      served.push({ url, binding, version })
    else if (reason !== 'repeated')
      leftOut.push(`${name} ${text}`.slice(0, 64) + (reason === 'origin' ? ' (other origin)' : ''))
  }
  return { served, leftOut: [...new Set(leftOut)] }
}

/** All interfaces that a card names, at most 64. */
export function interfacesOfCard(
  card: JsonObject,
  versions: readonly AgentVersion[],
  mayCall: (url: string) => boolean,
): readonly CardInterfaceFacts[] {
  const seen = new Set<string>()
  return [...modernInterfaces(card), ...legacyInterfaces(card)].slice(0, MAX_INTERFACES).map(named => {
    const binding = toBinding(named.binding)
    const version = toAgentVersion(named.version)
    if (binding === undefined) return { ...named, reason: 'binding' }
    if (version === undefined || !versions.includes(version)) return { ...named, reason: 'version' }
    if (!mayCall(named.url)) return { ...named, reason: 'origin' }
    const key = `${binding} ${version}`
    if (seen.has(key)) return { ...named, reason: 'repeated' }
    seen.add(key)
    return { ...named, reason: undefined }
  })
}

const MAX_INTERFACES = 64

export const toBinding = (name: string): AgentBinding | undefined =>
  BINDINGS.find(each => each === name.toUpperCase())

const modernInterfaces = (card: JsonObject): readonly NamedInterface[] =>
  asList(card['supportedInterfaces'])
    .map(asObject)
    .map(each => ({
      url: asText(each['url']) ?? '',
      binding: asText(each['protocolBinding']) ?? '',
      version: asText(each['protocolVersion']) ?? '',
    }))

/** A card of 0.3 has one URL, whose transport is preferred, and others. */
function legacyInterfaces(card: JsonObject): readonly NamedInterface[] {
  if (!isLegacyCard(card)) return []
  const version = asText(card['protocolVersion']) ?? '0.3'
  const transport = (value: Json | undefined): string => asText(value) ?? 'JSONRPC'
  return [
    { url: asText(card['url']) ?? '', binding: transport(card['preferredTransport']), version },
    ...asList(card['additionalInterfaces'])
      .map(asObject)
      .map(each => ({ url: asText(each['url']) ?? '', binding: transport(each['transport']), version })),
  ]
}
