// The text of a card that is signed (specification 8.4.1): canonical JSON (RFC 8785) of what the protocol defines, without empty values, as
// verifiers that read cards as protocol buffers see it too. A card that the gateway signs has nothing else, so all verifiers agree.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { isLegacyCard } from './card-interfaces.ts'

/** What a member holds: anything, a message, or a list of messages. */
type CardFields = { readonly [name: string]: true | CardFields }

const SKILL: CardFields = {
  id: true,
  name: true,
  description: true,
  tags: true,
  examples: true,
  inputModes: true,
  outputModes: true,
  securityRequirements: true,
}

/** The members of AgentCard in a2a.proto 1.0. */
const CARD: CardFields = {
  name: true,
  description: true,
  supportedInterfaces: { url: true, protocolBinding: true, tenant: true, protocolVersion: true },
  provider: { url: true, organization: true },
  version: true,
  documentationUrl: true,
  capabilities: {
    streaming: true,
    pushNotifications: true,
    extensions: { uri: true, description: true, required: true, params: true },
    extendedAgentCard: true,
  },
  securitySchemes: true,
  securityRequirements: true,
  defaultInputModes: true,
  defaultOutputModes: true,
  skills: SKILL,
  iconUrl: true,
}

/** The card that can be signed; one of 0.3, which defines no canonical form, stays as it is. */
export function signableCard(card: JsonObject): JsonObject {
  const { signatures: _signatures, ...signed } = card
  if (isLegacyCard(card)) return signed
  const cleaned = withoutEmpty(known(signed, CARD))
  return isObject(cleaned) ? cleaned : {}
}

/** The payloads that a signature of this card may cover: verifiers differ in what they leave out. */
export function canonicalCards(card: JsonObject): readonly string[] {
  const { signatures: _signatures, ...whole } = card
  return [...new Set([canonicalJson(signableCard(card)), canonicalJson(whole)])]
}

function known(value: Json, fields: CardFields): Json {
  if (isList(value)) return value.map(item => known(item, fields))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (inner === undefined || (name === 'required' && member === false)) return []
      return [[name, inner === true ? member : known(member, inner)] as const]
    }),
  )
}

/** Undefined for what is empty. */
function withoutEmpty(value: Json): Json | undefined {
  if (value === null || value === '') return undefined
  if (isList(value)) {
    const items = value.flatMap(item => withoutEmpty(item) ?? [])
    return items.length === 0 ? undefined : items
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).flatMap(([name, member]) => {
    const kept = withoutEmpty(member)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}
