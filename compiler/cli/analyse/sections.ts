// The analyses of `portolan analyse`, by the names that `--only` takes: facts for JSON, and the section that shows them.

import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import { supportedRoutes } from '../../../runtime/providers/supported-routes.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { memberShares, poolOfCall, targetsOfCall } from '../../analyse/call-provider.ts'
import { analyseCapabilities } from '../../analyse/capabilities.ts'
import { analyseEnvelope, envelopesOf, mostExpensivePath } from '../../analyse/envelope.ts'
import { analyseFailures } from '../../analyse/failure-table.ts'
import { openFlows } from '../../analyse/flows/open-routes.ts'
import { flowsOfPlan, mergeFlows } from '../../analyse/flows/plan-flows.ts'
import { ruleVerdicts } from '../../analyse/flows/rule-verdicts.ts'
import { analysePromptCache } from '../../analyse/prompt-cache.ts'
import { analyseReachability, compareServedRoutes } from '../../analyse/reachability.ts'
import { routesOf } from '../../analyse/routes.ts'
import { sharesOf } from '../../analyse/shares.ts'
import type { ReportSection } from '../../report/section.ts'
import type { LoadedPlan } from '../load-plans.ts'
import { cacheSection, lossOfCause } from './cache-section.ts'
import { capabilitiesSection } from './capabilities-section.ts'
import { envelopeSection } from './envelope-section.ts'
import { failuresSection } from './failures-section.ts'
import { flowsSection } from './flows-section.ts'
import { reachabilitySection } from './reachability-section.ts'
import type { RecordedCaches } from './recorded-cache.ts'

export interface Analysis {
  readonly facts: Json
  /** Of text for people. */
  readonly section: () => ReportSection
}

/** In the order in which they are shown. */
export const ANALYSES: Readonly<Record<string, (loaded: LoadedPlan, caches?: RecordedCaches) => Analysis>> = {
  failures: ({ plan, gateway }) => {
    const table = analyseFailures(plan, gateway)
    return { facts: table as unknown as Json, section: () => failuresSection(table) }
  },
  envelope: ({ plan, gateway, callsService }) => {
    const context = { gateway, callsService }
    const envelope = analyseEnvelope(plan, context)
    const path = mostExpensivePath(plan, envelopesOf(plan, context))
    const { routes, isCutOff } = routesOf(plan)
    const shares = sharesOf(routes)
    const facts = { ...envelope, mostExpensivePath: path, shares, isCutOff }
    return {
      facts: facts as unknown as Json,
      section: () =>
        envelopeSection(envelope, path, shares, plan, isCutOff, index => {
          const call = routes[index]?.call
          const pool = call && poolOfCall(call, gateway)
          const members = call && targetsOfCall(call, gateway).flatMap(({ member }) => member ?? [])
          return pool && members && memberShares(pool, members)
        }),
    }
  },
  reachability: ({ plan, gateway, callsService, chats }) => {
    const failures = analyseFailures(plan, gateway)
    const targets = analyseReachability(plan, failures, envelopesOf(plan, { gateway, callsService }))
    const served = compareServedRoutes(plan, gateway, { provider: chats.provider, served: servedRoutes })
    // Of a pool, what some member does not serve.
    const unserved = new Map(
      [...Map.groupBy(served.unserved, ({ pointer }) => pointer)].map(([pointer, found]) => [
        pointer,
        [...new Set(found.flatMap(({ routes }) => routes))].sort(),
      ]),
    )
    const facts = targets.map(target => ({
      ...target,
      // Null: not decided, because the request names the provider, or the store has it.
      unserved: served.undecided.includes(target.pointer) ? null : (unserved.get(target.pointer) ?? []),
    }))
    return {
      facts: facts as unknown as Json,
      section: () => reachabilitySection(targets, served, failures.isCutOff),
    }
  },
  capabilities: ({ plan, gateway, chats }) => {
    const capabilities = analyseCapabilities(plan, analyseFailures(plan), gateway, chats)
    return { facts: capabilities as unknown as Json, section: () => capabilitiesSection(capabilities) }
  },
  flows: ({ plan, gateway, catalog, prompts, flows: rules }) => {
    const found = flowsOfPlan(plan, gateway, catalog)
    const flows = mergeFlows(found)
    const open = openFlows(gateway, catalog, prompts)
    const { isCutOff } = found
    const verdicts = ruleVerdicts(rules, found, { gateway, catalog, prompts })
    const judged = rules.map((rule, index) => ({ rule, verdict: verdicts[index] }))
    return {
      facts: { rules: judged, flows, open, isCutOff } as unknown as Json,
      section: () =>
        flowsSection({ rules, verdicts, flows, isOpen: open.length > 0, isCutOff }, gateway.headerPrefix),
    }
  },
  cache: ({ id, plan, gateway, catalog, prompts, partials }, caches) => {
    const served = Object.entries(prompts).filter(
      ([, { config }]) => config !== undefined && (id === config || id.endsWith(`/${config}`)),
    )
    const found = analysePromptCache(plan, {
      ...{ gateway, catalog, partials },
      prompts: Object.fromEntries(served),
    })
    const recorded = caches?.configs.get(id)
    const causes = found.causes.map(cause => ({ ...cause, ...lossOfCause(cause, recorded) }))
    const use = recorded && { ...recorded, prompts: Object.fromEntries(recorded.prompts) }
    return {
      facts: { ...found, causes, ...(use && { recorded: use }) } as unknown as Json,
      section: () => cacheSection(found, recorded, caches?.file),
    }
  },
}

export const ANALYSIS_NAMES = Object.keys(ANALYSES)

/** Those that are shown if none is named: what is lost in caches is of interest with a log of requests. */
export const USUAL_ANALYSES = ANALYSIS_NAMES.filter(name => name !== 'cache')

// The routes of the API that a provider serves: in its own schema, translated, or by its chats.

/** Of the messages that a provider with chats serves, the tokens are counted or estimated. */
const COUNT = 'messages/count_tokens'

export function servedRoutes(spec: ProviderSpec): readonly string[] {
  const { native, translated } = supportedRoutes(spec)
  const byChats = native.includes('chat/completions') ? [...Object.keys(inboundApis), COUNT] : []
  return [...new Set([...native, ...translated, ...byChats])]
}
