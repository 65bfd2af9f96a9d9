// Rules about the API keys of a gateway, and what it requires of callers.

import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { DEFAULT_WORKSPACE } from '../../lower/manifest.ts'
import { callersNeedKeys, hasApiKeys, slugOfEntry } from '../nodes/manifest-parts.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { secretsOfManifest, secretsOfNode } from '../secrets/secret-properties.ts'
import { referencesNamedIn } from '../secrets/secret-references.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

const CONTRADICTIONS: readonly (readonly [string, boolean, string])[] = [
  [
    'required',
    false,
    'Every call needs a key, but there are no "api_keys", so no client can call the gateway. `portolan key ID` makes a key and prints its line.',
  ],
  [
    'none',
    true,
    'No call needs a key, but there are "api_keys", which protect nothing. Remove them, or write required.',
  ],
]

/** The authentication of a manifest agrees with its API keys, and with the people that it admits without one. */
export const authenticationHasKeys: ManifestRule = ({ manifest }, report) => {
  const authentication = ownProperty(manifest, 'authentication')
  const hasKeys = hasApiKeys(manifest)
  // Keys of a store are not in the manifest, and tokens of people are not keys.
  if (
    authentication === 'required' &&
    (ownProperty(manifest, 'store') !== undefined || admitsPeople(manifest))
  )
    return
  for (const [setting, withKeys, message] of CONTRADICTIONS)
    if (authentication === setting && hasKeys === withKeys)
      report('authentication-contradicts-keys', '/authentication', message)
}

/** People call MCP servers with tokens whose audience is the URL of the gateway. */
function admitsPeople(manifest: Json): boolean {
  const servers = ownProperty(ownProperty(manifest, 'mcp'), 'servers')
  return (
    ownProperty(manifest, 'sign_in') !== undefined &&
    ownProperty(manifest, 'public_url') !== undefined &&
    isJsonObject(servers) &&
    Object.keys(servers).length > 0
  )
}

/** Hosts that other machines do not reach. */
export const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost)$/i

/** A gateway that is reachable from other machines requires API keys. */
export const exposedGatewayHasKeys: ManifestRule = ({ manifest }, report) => {
  const listen = ownProperty(manifest, 'listen')
  for (const [listener, pointer] of [
    [listen, '/listen'],
    [ownProperty(listen, 'admin'), '/listen/admin'],
    [ownProperty(ownProperty(manifest, 'console'), 'listen'), '/console/listen'],
  ] as const) {
    const host = ownProperty(listener, 'host')
    if (typeof host !== 'string' || host === '' || LOOPBACK.test(host) || callersNeedKeys(manifest)) continue
    const message = `The gateway would serve anyone who can reach "${host}", since no "api_keys" are configured. Add a key, or listen on 127.0.0.1.`
    report('open-gateway', childPointer(pointer, 'host'), message)
  }
}

/** A gateway without API keys opens itself to web pages one origin at a time, never to all of them. */
export const corsNamesItsOrigins: ManifestRule = ({ manifest }, report) => {
  const origins = ownProperty(ownProperty(ownProperty(manifest, 'listen'), 'cors'), 'origins')
  if (!isJsonArray(origins) || callersNeedKeys(manifest)) return
  for (const [index, origin] of origins.entries())
    if (origin === '*')
      report(
        'cors-for-every-origin',
        childPointer('/listen/cors/origins', index),
        'Every web page could use this gateway, since no "api_keys" are configured. List the origins of your pages, or add a key.',
      )
}

const DUPLICATE_TEXT = { id: 'have the id', hash: 'have the same hash' } as const

/** API keys have distinct ids and hashes: of two equal ones, one would never match. */
export const apiKeysAreDistinct: ManifestRule = ({ manifest }, report) => {
  const first = new Map<string, Pointer>()
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of isJsonArray(keys) ? keys.entries() : [])
    for (const property of ['id', 'hash'] as const) {
      const value = ownProperty(key, property)
      if (typeof value !== 'string') continue
      const at = childPointer(childPointer('/api_keys', index), property)
      const earlier = first.get(`${property} ${value}`)
      if (earlier === undefined) first.set(`${property} ${value}`, at)
      else
        report(
          'duplicate-api-key',
          at,
          `Two keys ${DUPLICATE_TEXT[property]}${property === 'id' ? ` ${quoteName(value)}` : ''}.`,
          {
            notes: [{ at: earlier, message: 'first used here' }],
          },
        )
    }
}

/** The default provider of an API key has secrets that the key's workspace may use: otherwise each of its calls is refused. */
export const keysMayUseTheirDefaults: ManifestRule = (context, report) => {
  const { manifest } = context
  const keys = ownProperty(manifest, 'api_keys')
  const { secretReferences = {} } = secretsOfManifest(manifest)
  for (const [index, key] of (isJsonArray(keys) ? keys : []).entries()) {
    const provider = ownProperty(ownProperty(key, 'defaults'), 'provider')
    const named = ownProperty(key, 'workspace')
    const workspace = typeof named === 'string' ? named : DEFAULT_WORKSPACE
    if (typeof provider !== 'string') continue
    for (const slug of secretsOfProvider(context, provider.replace(/^@/, ''))) {
      const allowed = Object.hasOwn(secretReferences, slug) ? secretReferences[slug]?.workspaces : undefined
      if (allowed === undefined || allowed.includes(workspace)) continue
      const at = childPointer(childPointer('/api_keys', index), 'defaults')
      report(
        'secret-not-allowed',
        childPointer(at, 'provider'),
        `The key belongs to the workspace ${quoteName(workspace)}, which may not use the secret ${quoteName(slug)} of its default provider.`,
      )
    }
  }
}

/** The secret references of a stored provider. */
function secretsOfProvider({ storedNodes, catalog }: ManifestContext, slug: string): readonly string[] {
  const node = storedNodes.find(({ pointer }) => slugOfEntry(pointer) === slug)
  if (node === undefined) return []
  const named = Array.from(secretsOfNode(node, { catalog })).flatMap(({ value, pointer }) =>
    referencesNamedIn(value, pointer),
  )
  return [...new Set(named.map(reference => reference.slug))]
}

/** A key that is restricted to its default config has one, from the key or the gateway: otherwise each of its calls is refused. */
export const pinnedKeysHaveAConfig: ManifestRule = ({ manifest }, report) => {
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of (isJsonArray(keys) ? keys : []).entries()) {
    if (ownProperty(key, 'allow_config_override') !== false) continue
    const defaults = ownProperty(key, 'defaults') ?? ownProperty(manifest, 'defaults')
    if (ownProperty(defaults, 'config') === undefined)
      report(
        'key-without-config',
        childPointer(childPointer('/api_keys', index), 'allow_config_override'),
        'The key may name no config and no provider, and "defaults" names no config for it.',
      )
  }
}

/** Keys name agents of the manifest, and may call agents at all. */
export const keysNameAgents: ManifestRule = ({ manifest, parsed }, report) => {
  const agents = ownProperty(manifest, 'agents')
  const known = Object.keys(isJsonObject(agents) ? agents : {})
  const keys = ownProperty(manifest, 'api_keys')
  for (const [index, key] of isJsonArray(keys) ? keys.entries() : []) {
    const named = ownProperty(key, 'agents')
    if (!isJsonArray(named)) continue
    const pointer = childPointer(childPointer('/api_keys', index), 'agents')
    const scopes = ownProperty(key, 'scopes')
    if (!(isJsonArray(scopes) && scopes.includes('agents.invoke')))
      report(
        'agent-without-effect',
        { key: pointer },
        '"agents" has no effect, since the key has no scope "agents.invoke".',
      )
    for (const [place, slug] of named.entries()) {
      if (typeof slug !== 'string' || known.includes(slug)) continue
      const at = childPointer(pointer, place)
      const suggestions = suggest(slug, known)
      report(
        'unknown-agent',
        at,
        `No agent of the manifest is named ${quoteName(slug)}.${didYouMean(suggestions)}`,
        {
          notes:
            suggestions.length > 0 || known.length === 0 || known.length > 20
              ? []
              : [{ message: `Known here: ${joinNames(known.toSorted(), 'and')}.` }],
          fix: replaceWithOnly(parsed, at, slug, suggestions),
        },
      )
    }
  }
}
