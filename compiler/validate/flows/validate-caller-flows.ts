// No caller, prompt or service of the gateway breaks a rule about flows beside the configs: who may name a provider, a host or a config of
// their own may send data anywhere, and sinks of the log get something of every request.
import type { FlowRule, Gateway, PlanPrompt } from '../../../schemas/generated/types.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { NO_KEY, STORED_KEY } from '../../analyse/flows/callers.ts'
import { isBroken, violationsOfCallers } from '../../analyse/flows/flow-rules.ts'
import { type OpenFlow, openFlows } from '../../analyse/flows/open-routes.ts'
import { serviceFlows } from '../../analyse/flows/service-flows.ts'
import { sinkFlows } from '../../analyse/flows/sink-flows.ts'
import type { FlowCatalog } from '../../analyse/flows/target-flows.ts'
import type { ReportAt } from '../reporting/report.ts'
import {
  exampleOf,
  formatAllowed,
  formatCarried,
  formatDestination,
  formatExample,
  formatSender,
  formatWhen,
} from './format-flow.ts'

export interface FlowRuleContext {
  readonly rules: readonly FlowRule[]
  readonly gateway: Gateway
  readonly catalog: FlowCatalog
  readonly prompts: Readonly<Record<string, PlanPrompt>>
}

export function validateCallerFlows(
  { rules, gateway, catalog, prompts }: FlowRuleContext,
  report: ReportAt,
): void {
  if (rules.length === 0) return
  const open = openFlows(gateway, catalog, prompts)
  const services = serviceFlows(gateway)
  // Their secrets are among those of the services.
  const logged = sinkFlows(gateway).filter(({ carried }) => carried.kind === 'data')
  for (const [index, rule] of rules.entries()) {
    const at = childPointer('/flows', index)
    const violations = violationsOfCallers(rule, open)
    const [undecided] = violations.filter(({ example }) => example === undefined)
    const refuted = violations.flatMap(({ flow, example }) =>
      example === undefined ? [] : [{ flow, example }],
    )
    const [first] = refuted
    const subjectOf = ({ carried }: OpenFlow): string =>
      `${formatCarried(carried)}${formatWhen(rule)} ${formatAllowed(rule)}`
    if (first !== undefined) {
      const { flow } = first
      report(
        'flow-not-allowed',
        at,
        `${subjectOf(flow)}, but ${nameOf(flow.caller)} may send it to ${formatDestination(flow.to)}, whatever the configs are.`,
        {
          notes: [
            ...refuted.slice(0, MAX_EXAMPLES).map(({ flow: each, example }) => ({
              message: `Minimal request that sends ${formatCarried(each.carried)} to ${formatDestination(each.to)}: ${formatExample(undefined, exampleOf(example), each.opening ?? {}, gateway.headerPrefix)}.`,
            })),
            ...(refuted.length > MAX_EXAMPLES
              ? [{ message: `There are ${pluralize(refuted.length - MAX_EXAMPLES, 'more way')}.` }]
              : []),
            { message: adviceFor(flow.caller) },
          ],
        },
      )
    } else if (undecided !== undefined)
      report(
        'flow-not-decided',
        at,
        `${subjectOf(undecided.flow)}; whether that holds for calls without a config is not decided, because ${undecided.because}.`,
      )
    for (const flow of services.filter(each => isBroken(rule, each)))
      report(
        flow.to.kind === 'unknown' ? 'flow-not-decided' : 'flow-not-allowed',
        at,
        flow.to.kind === 'unknown'
          ? `${formatCarried(flow.carried)} ${formatAllowed(rule)}; whether that holds is not decided, because of "${formatSender(flow)}": ${flow.to.because}.`
          : `${formatCarried(flow.carried)} ${formatAllowed(rule)}, but "${formatSender(flow)}" sends it to ${formatDestination(flow.to)}.`,
      )
    for (const { flow, example, because } of violationsOfCallers(rule, logged)) {
      const subject = `${formatCarried(flow.carried)}${formatWhen(rule)} ${formatAllowed(rule)}`
      if (example === undefined)
        report(
          'flow-not-decided',
          at,
          `${subject}; whether that holds for what "${formatSender(flow)}" logs is not decided, because ${because}.`,
        )
      else
        report(
          'flow-not-allowed',
          at,
          `${subject}, but "${formatSender(flow)}" sends it to ${formatDestination(flow.to)}, whatever the configs are.`,
          {
            notes: [
              {
                message: `Minimal request: ${formatExample(undefined, exampleOf(example), {}, gateway.headerPrefix)}.`,
              },
            ],
          },
        )
    }
  }
}

/** Ways that are shown. */
const MAX_EXAMPLES = 4

const nameOf = (caller: string): string =>
  caller === NO_KEY || caller === STORED_KEY ? caller : `the key "${caller}"`

const adviceFor = (caller: string): string =>
  caller === NO_KEY
    ? 'Without api_keys anyone who reaches the gateway may name a provider. Keys with "allow_config_override: false" and a default config may not.'
    : caller === STORED_KEY
      ? 'Keys, configs and providers of the store are not in this project: no rule about them can be proved here.'
      : '"allow_config_override: false" and a default config restrict a key to that config; "custom_hosts: false" prevents it from naming hosts, "inline_configs: false" from sending configs.'
