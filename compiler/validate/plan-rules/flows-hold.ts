// No path of a plan sends data or a secret where a rule of the manifest forbids it; what is not decided cannot hold.
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type FlowViolation, violationsOfPlan } from '../../analyse/flows/flow-rules.ts'
import { flowsOfPlan } from '../../analyse/flows/plan-flows.ts'
import type { ParsedSource } from '../../source.ts'
import {
  formatAllowed,
  formatCarried,
  formatDestination,
  formatExample,
  formatSender,
  formatWhen,
} from '../flows/format-flow.ts'
import type { PlanRule } from '../nodes/rule-context.ts'

export const flowsHold: PlanRule = ({ id, plan, gateway, flows: rules, catalog, parsed }, report) => {
  if (rules.length === 0) return
  const flows = flowsOfPlan(plan, gateway, catalog)
  for (const [index, rule] of rules.entries())
    for (const violation of violationsOfPlan(rule, flows)) {
      // What is logged of every request is reported once, at the manifest.
      if (violation.flow?.by.kind === 'service') continue
      const allowed = `flows[${index}] of the manifest`
      const at = settingAt(parsed, violation)
      if (violation.kind === 'not decided') {
        const what = violation.flow === undefined ? 'Everything' : formatCarried(violation.flow.carried)
        report(
          'flow-not-decided',
          at,
          `${what}${formatWhen(rule)} ${formatAllowed(rule)} (${allowed}); whether that holds is not decided, because ${violation.because}.`,
        )
        continue
      }
      const { flow, example } = violation
      const sender = formatSender(flow)
      report(
        'flow-not-allowed',
        at,
        `${formatCarried(flow.carried)}${formatWhen(rule)} ${formatAllowed(rule)} (${allowed}), but ${sender === undefined ? 'this target' : sender} sends it to ${formatDestination(flow.to)}.`,
        {
          notes: [
            {
              message: `Minimal request: ${formatExample(id, example, flow.opening ?? {}, gateway.headerPrefix)}.`,
            },
          ],
        },
      )
    }
}

/** What names the place: the provider or host of a target, the guards around it; else the target. */
function settingAt({ origins }: ParsedSource, { flow, pointer }: FlowViolation): Pointer {
  const names =
    flow?.by.kind === 'check'
      ? ['input_guardrails', 'output_guardrails', 'before_request_hooks', 'after_request_hooks']
      : flow?.by.kind === 'target'
        ? ['custom_host', 'provider', 'virtual_key']
        : ['cache']
  let at = pointer
  while (true) {
    const setting = names.map(name => childPointer(at, name)).find(each => origins.has(each))
    if (setting !== undefined) return setting
    if (at === '' || flow?.by.kind === 'target') return pointer
    at = at.slice(0, at.lastIndexOf('/targets/'))
  }
}
