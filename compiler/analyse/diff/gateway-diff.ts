// The manifests of two projects compared: which settings differ, how much each matters, and what callers may do beside the configs.
import type { Gateway, PlanPrompt } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { toJson } from '../../../schemas/values/json.ts'
import { flowPath, formatFlowKey } from '../flows/flow.ts'
import { withHops } from '../flows/hops.ts'
import { openFlows } from '../flows/open-routes.ts'
import { serviceFlows } from '../flows/service-flows.ts'
import { sinkFlows } from '../flows/sink-flows.ts'
import type { FlowCatalog } from '../flows/target-flows.ts'
import { highestLevel, type Level } from './level.ts'
import type { FlowChange } from './plan-diff.ts'
import { type PriceChange, priceChanges } from './price-changes.ts'
import { type SettingChange, settingChanges, snakeCase } from './setting-changes.ts'

/** Exhaustive, so a new fact of a gateway is classified before it compiles. */
const LEVEL_OF: { readonly [property in keyof Required<Gateway>]: Level } = {
  name: 'cosmetic',
  log: 'cosmetic',
  metrics: 'cosmetic',
  metricsListen: 'security',
  telemetry: 'security',
  prices: 'cost',
  priceLists: 'cosmetic',
  auditRetention: 'security',
  auditDenied: 'security',
  console: 'security',
  listen: 'security',
  publicUrl: 'security',
  mcp: 'security',
  agents: 'security',
  headerPrefix: 'routing',
  spelling: 'routing',
  // What configs make of them is compared with each config.
  providers: 'routing',
  pools: 'routing',
  secretReferences: 'security',
  external: 'security',
  unsupported: 'routing',
  replyModel: 'routing',
  denialStatus: 'routing',
  authentication: 'security',
  apiKeys: 'security',
  defaults: 'routing',
  aliases: 'routing',
  aliasPatterns: 'routing',
  plainNames: 'routing',
  inlineConfigs: 'security',
  customHosts: 'security',
  trustedHosts: 'security',
  callerHosts: 'security',
  outbound: 'security',
  limits: 'routing',
  policies: 'cost',
  limitProfiles: 'cost',
  alerts: 'cosmetic',
  checks: 'security',
  guardrails: 'security',
  inputGuardrails: 'security',
  outputGuardrails: 'security',
  state: 'routing',
  store: 'security',
  signIn: 'security',
  maxStale: 'security',
  encryptionKey: 'security',
  semantic: 'routing',
}

export interface GatewayDiff {
  readonly level?: Level
  readonly settings: readonly {
    readonly name: keyof Gateway
    readonly level: Level
    /** Empty for prices, which have a list of their own. */
    readonly changes: readonly SettingChange[]
  }[]
  /** Absent if every entry costs the same. */
  readonly prices?: readonly PriceChange[]
  /** What callers may newly cause without a config, and what services of the gateway are newly sent. */
  readonly newFlows: readonly FlowChange[]
}

export interface GatewaySide {
  readonly gateway: Gateway
  readonly prompts: Readonly<Record<string, PlanPrompt>>
}

export function diffGateways(before: GatewaySide, after: GatewaySide, catalog: FlowCatalog): GatewayDiff {
  const prices = priceChanges(before.gateway.prices, after.gateway.prices)
  const settings = (Object.keys(LEVEL_OF) as readonly (keyof Gateway)[])
    .filter(name => textOf(before.gateway[name]) !== textOf(after.gateway[name]))
    .map(name => ({
      name,
      level: name === 'prices' && prices.length === 0 ? ('cosmetic' as const) : LEVEL_OF[name],
      changes:
        name === 'prices'
          ? []
          : settingChanges(snakeCase(name), toJson(before.gateway[name]), toJson(after.gateway[name])),
    }))
  const [left, right] = [before, after].map(
    ({ gateway, prompts }) =>
      new Map(
        [
          ...openFlows(gateway, catalog, prompts),
          ...withHops([...serviceFlows(gateway), ...sinkFlows(gateway)], gateway.outbound, catalog),
        ].map(flow => [formatFlowKey(flow), flowPath(flow)] as const),
      ),
  )
  const newFlows = [...(right ?? [])].flatMap(([key, flow]) => (left?.has(key) === true ? [] : [flow]))
  const prompts = textOf(before.prompts) !== textOf(after.prompts)
  const level = highestLevel([
    ...settings.map(each => each.level),
    ...(newFlows.length > 0 ? (['security'] as const) : []),
    ...(prompts ? (['routing'] as const) : []),
  ])
  return {
    ...(level === undefined ? {} : { level }),
    settings,
    ...(prices.length > 0 && { prices }),
    newFlows,
  }
}

const textOf = (value: unknown): string => canonicalJson(value ?? null)
