// Signatures of cards (RFC 7515, detached in `signatures`): those of agents are verified with keys of the manifest,
// never with what `jku` names, and the gateway signs what it has rewritten.
import {
  base64url,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  FlattenedSign,
  flattenedVerify,
  importJWK,
  type JWK,
} from 'jose'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import {
  asList,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import { isLegacyCard } from './card-interfaces.ts'

const ALGORITHMS: ReadonlySet<string> = new Set([
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'RS256',
  'PS256',
])
const MAX_SIGNATURES = 8

const encoder = new TextEncoder()

export interface CardSigner {
  /** The card with one signature, and nothing that is not signed. */
  readonly sign: (card: JsonObject) => Promise<JsonObject>
  /** The public key, as a set of one. */
  readonly keys: JsonObject
}

/** `jku`: where the public key is served. Undefined for a string that is not a private key of a known kind. */
export async function createCardSigner(text: string, jku: string): Promise<CardSigner | undefined> {
  const jwk = parseJson(text)
  if (!isObject(jwk)) return undefined
  const { kty, crv, x, y, d } = jwk
  const alg =
    kty === 'EC' && crv === 'P-256' ? 'ES256' : kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : undefined
  if (alg === undefined || typeof d !== 'string') return undefined
  const open = { kty, crv, x, ...(y !== undefined && { y }) } as JsonObject
  try {
    const key = await importJWK({ ...open, d } as JWK, alg)
    const kid = asText(jwk['kid']) ?? (await calculateJwkThumbprint(open as JWK))
    return {
      keys: { keys: [{ ...open, kid, alg, use: 'sig' }] },
      sign: async card => {
        const signed = signableCard(card)
        const payload = encoder.encode(canonicalJson(signed))
        const jws = await new FlattenedSign(payload)
          .setProtectedHeader({ alg, kid, typ: 'JOSE', jku })
          .sign(key)
        return { ...signed, signatures: [{ protected: jws.protected ?? '', signature: jws.signature }] }
      },
    }
  } catch {
    return undefined
  }
}

export const isSigned = (card: JsonObject): boolean => asList(card['signatures']).length > 0

/** Whether one of the signatures is by one of the keys, which are public JWKs as JSON. */
export async function isSignedBy(card: JsonObject, trusted: readonly string[]): Promise<boolean> {
  const keys = trusted.map(text => parseJson(text)).filter(isObject)
  const payloads = canonicalCards(card).map(text => base64url.encode(encoder.encode(text)))
  for (const entry of asList(card['signatures']).slice(0, MAX_SIGNATURES)) {
    if (!isObject(entry) || typeof entry['signature'] !== 'string' || typeof entry['protected'] !== 'string')
      continue
    for (const key of keys)
      for (const payload of payloads)
        if (await verifies({ payload, protected: entry['protected'], signature: entry['signature'] }, key))
          return true
  }
  return false
}

async function verifies(
  jws: { readonly payload: string; readonly protected: string; readonly signature: string },
  key: JsonObject,
): Promise<boolean> {
  try {
    const { alg = '', kid } = decodeProtectedHeader(jws)
    if (!ALGORITHMS.has(alg) || (key['kid'] !== undefined && key['kid'] !== kid)) return false
    if (key['alg'] !== undefined && key['alg'] !== alg) return false
    await flattenedVerify(jws, await importJWK(key as JWK, alg))
    return true
  } catch {
    return false
  }
}

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

/**
 * The payloads that a signature of this card may cover (specification 8.4.1): canonical JSON (RFC 8785) of
 * the members that the protocol defines, without empty values, as verifiers that read cards as protocol
 * buffers see it too. Verifiers differ in what they leave out; a card that the gateway signs has nothing
 * else, so all of them agree.
 */
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
