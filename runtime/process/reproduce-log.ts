// A logged request on the plan that is served, simulated with the outcomes of its attempts: what is sent to each provider, and a config
// test. Nothing is called, and no secret is read.
import { createHmac, hash } from 'node:crypto'
import { caseOfRecord, formatCase, requestOfRecord } from '../../compiler/plan/case-of-record.ts'
import type { Bundle, Gateway, LogRecord } from '../../schemas/generated/types.ts'
import { isObject } from '../../schemas/values/json.ts'
import type { ReplayedRequest, Reproduction, ServedProject } from '../control/logs/log-ports.ts'
import type { Check } from '../guardrails/check.ts'
import { loadAllChecks } from '../guardrails/checks/registry.ts'
import { createSimulation } from '../simulation/create-simulation.ts'
import type { Trace, TracedCall } from '../simulation/trace.ts'

/** Custom checks run in their sandbox only where they are configured: here they pass. */
const PASSING: Check = {
  link: () => () => ({ passed: true, reason: 'Custom checks are not simulated.' }),
}

export async function reproduceLog(
  { record, body }: ReplayedRequest,
  { gateway, plans, prompts, partials, catalog }: ServedProject,
): Promise<Reproduction> {
  const context = {
    plan: plans[String(record.config).replace(/@\d+$/, '')],
    keys: new Set(gateway.apiKeys.map(({ id }) => id)),
    body: isObject(body) ? body : undefined,
  }
  const request = requestOfRecord(record, context, gateway.headerPrefix)
  if (typeof request === 'string')
    return { problem: request, calls: [], differences: [], lacking: [], test: undefined }
  const checks = await loadAllChecks()
  const bundle: Bundle = {
    ...{ format: 2, compiler: '', digest: record.plan, plans },
    gateway: context.keys.has(record.key ?? '') ? gateway : withoutKeys(gateway),
    ...(prompts && { prompts }),
    ...(partials && { partials }),
  }
  const simulation = createSimulation(bundle, {
    catalog,
    check: id => checks.get(id) ?? PASSING,
    hash: text => hash('sha256', text, 'hex'),
    keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
    settle: () => new Promise(resolve => setImmediate(resolve)),
  })
  const { config, given, upstreams, lacking } = request
  const trace = await simulation.run({ config, given, upstreams })
  const differences = differencesOf(record, trace)
  const made = caseOfRecord(record, context)
  return {
    problem: undefined,
    calls: trace.calls,
    differences,
    lacking,
    test: typeof made === 'string' ? undefined : formatTest(formatCase(made, differences)),
  }
}

/** Keys of the store are not in a simulation, which admits such requests without one. */
const withoutKeys = ({ authentication: _required, ...gateway }: Gateway): Gateway => ({
  ...gateway,
  apiKeys: [],
})

const formatTest = (text: string): string =>
  `# Save it as configs/NAME.test.yaml and run it with "portolan test".\ncases:\n${text}\n`

function differencesOf({ attempts = [], status }: LogRecord, { calls, reply, problems }: Trace): string[] {
  const named = (targets: readonly string[]): string => targets.join(', ') || 'none'
  const recorded = named(attempts.map(({ at }) => at))
  const called = named(calls.flatMap(({ target }: TracedCall) => target ?? []))
  return [
    ...(recorded === called ? [] : [`The record has calls of ${recorded}, the simulation of ${called}.`]),
    ...(reply.status === status
      ? []
      : [`The record has the status ${status}, the simulation ${reply.status}.`]),
    ...problems,
  ]
}
