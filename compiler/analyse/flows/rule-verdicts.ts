// What each rule of flows comes to for one config: over its paths, what callers may choose, and what the gateway itself sends.
import type { FlowRule, Gateway, PlanPrompt } from '../../../schemas/generated/types.ts'
import { callersOf } from './callers.ts'
import type { Flow } from './flow.ts'
import { isBroken, violationsOfCallers, violationsOfPlan } from './flow-rules.ts'
import { openFlows } from './open-routes.ts'
import type { PlanFlows } from './plan-flows.ts'
import { serviceFlows } from './service-flows.ts'
import { sinkFlows } from './sink-flows.ts'
import type { FlowCatalog } from './target-flows.ts'

export interface RuleVerdict {
  readonly verdict: 'holds' | 'broken' | 'not decided'
  /** What breaks it, or is not decided: the first. */
  readonly flow?: Flow
  readonly over: { readonly paths: number; readonly callers: number; readonly services: number }
}

export interface VerdictContext {
  readonly gateway: Gateway
  readonly catalog: FlowCatalog
  readonly prompts: Readonly<Record<string, PlanPrompt>>
}

export function ruleVerdicts(
  rules: readonly FlowRule[],
  flows: PlanFlows,
  { gateway, catalog, prompts }: VerdictContext,
): readonly RuleVerdict[] {
  const open = openFlows(gateway, catalog, prompts)
  const services = serviceFlows(gateway)
  const logged = sinkFlows(gateway).filter(({ carried }) => carried.kind === 'data')
  const over = {
    paths: flows.routes.length,
    callers: callersOf(gateway).length,
    services: services.length + logged.length,
  }
  return rules.map(rule => {
    const ofCallers = violationsOfCallers(rule, [...open, ...logged])
    const ofServices = services.filter(flow => isBroken(rule, flow))
    const found = [
      ...violationsOfPlan(rule, flows).map(({ kind, flow }) => ({ isBroken: kind === 'refuted', flow })),
      ...ofCallers.map(({ flow, example }) => ({ isBroken: example !== undefined, flow })),
      ...ofServices.map(flow => ({ isBroken: flow.to.kind !== 'unknown', flow })),
    ]
    const worst = found.find(each => each.isBroken) ?? found[0]
    return {
      verdict: worst === undefined ? 'holds' : worst.isBroken ? 'broken' : 'not decided',
      ...(worst?.flow && { flow: worst.flow }),
      over,
    }
  })
}
