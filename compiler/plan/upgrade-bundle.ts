// Reads bundles of the formats before this one, so that a fleet can be upgraded one runtime at a time (and rolled back: a
// bundle that the old compiler wrote still loads). Only names changed between the formats 1 and 2; what format 1 lacks
// gets the default that a manifest without the setting compiles to.
import { isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'

/** The format that this version writes. */
export const FORMAT = 2
/** Formats before its own that it reads, as far as there were so many. */
const EARLIER = 2
const FIRST = 1

/** The formats that this version reads, the oldest first. */
export const READ_FORMATS: readonly number[] = Array.from(
  { length: EARLIER + 1 },
  (_, index) => FORMAT - EARLIER + index,
).filter(format => format >= FIRST)

/** Limits that came after format 1; 0 means a share of the memory of the process. */
const LATER_LIMITS: JsonObject = {
  body_timeout: 300_000,
  buffered_bytes: 0,
  client_connections: 16_384,
  drain_delay: 0,
  inline_config_bytes: 0,
  json_values: 50_000,
  reply_header_bytes: 32_768,
}

const KINDS: Readonly<Record<string, string>> = { balance: 'loadbalance', choose: 'conditional' }

export const isEarlierFormat = (value: unknown): value is JsonObject & { readonly format: number } =>
  isObject(value) &&
  typeof value['format'] === 'number' &&
  value['format'] < FORMAT &&
  READ_FORMATS.includes(value['format'])

/** From each earlier format to the next one. */
const UPGRADES: { readonly [format: number]: (bundle: JsonObject) => JsonObject } = { 1: upgradeFormat1 }

/** A bundle of an earlier format in this one, with the digest it has. Total: what is malformed stays so. */
export function upgradeBundle(bundle: JsonObject & { readonly format: number }): JsonObject {
  let upgraded: JsonObject = bundle
  for (let { format } = bundle; format < FORMAT; format += 1)
    upgraded = { ...UPGRADES[format]?.(upgraded), format: format + 1 }
  return upgraded
}

function upgradeFormat1(bundle: JsonObject): JsonObject {
  const { gateway, plans } = bundle
  return {
    ...bundle,
    ...(isObject(gateway) && { gateway: upgradeGateway(gateway) }),
    ...(isObject(plans) && { plans: mapValues(plans, upgradePlan) }),
  }
}

function upgradeGateway(gateway: JsonObject): JsonObject {
  const { limits } = gateway
  return isObject(limits) ? { ...gateway, limits: { ...LATER_LIMITS, ...limits } } : gateway
}

function upgradePlan(plan: Json): Json {
  if (!isObject(plan) || plan['version'] !== 1) return plan
  const { root, nodes } = plan
  return {
    ...plan,
    version: 2,
    ...(root !== undefined && { root: upgradeEdge(root) }),
    ...(isList(nodes) && { nodes: nodes.map(upgradeNode) }),
  }
}

const upgradeEdge = (edge: Json): Json => (isObject(edge) ? rename(edge, { at: 'path' }) : edge)

function upgradeNode(node: Json): Json {
  if (!isObject(node)) return node
  const { kind, children, attempt } = node
  return rename(
    {
      ...node,
      ...(typeof kind === 'string' && { kind: KINDS[kind] ?? kind }),
      ...(isList(children) && { children: children.map(upgradeEdge) }),
      ...(isObject(attempt) && { attempt: rename(attempt, { tries: 'retries', on: 'onStatus' }) }),
    },
    kind === 'fallback' ? { on: 'onStatus' } : {},
  )
}

const rename = (object: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [names[name] ?? name, value]))

const mapValues = (object: JsonObject, map: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]))
