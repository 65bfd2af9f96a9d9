// `portolan analyse`: what a config does in every failure, and at worst.

import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { openFlows } from '../../analyse/flows/open-routes.ts'
import { flowsOfPlan, mergeFlows } from '../../analyse/flows/plan-flows.ts'
import { type NamedFlow, reachedHosts } from '../../analyse/flows/reached-hosts.ts'
import type { DiagnosticCode } from '../../diagnostics/messages.ts'
import { printLoss, printMalformed } from '../analyse/analyse-loss.ts'
import { NETWORK_POLICIES, openCallers } from '../analyse/network-policies.ts'
import { readRecordedCaches } from '../analyse/recorded-cache.ts'
import { renderMarkdown, renderPretty } from '../analyse/render.ts'
import { ANALYSES, ANALYSIS_NAMES, USUAL_ANALYSES } from '../analyse/sections.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { chooseFormat, chooseFormatUsage, FORMAT_OPTION, findingsHelp } from '../formats/formats.ts'
import { fitText } from '../layout/fit-text.ts'
import { type LoadedPlan, loadPlans, NO_CONFIGS } from '../load-plans.ts'
import { printFindings } from '../print-diagnostics.ts'
import type { Terminal } from '../terminal.ts'

const FORMS = ['pretty', 'json', 'markdown', ...Object.keys(NETWORK_POLICIES)]

export const analyseCommand: Command = {
  usage: `[PROJECT | CONFIG | PLAN.json] [--config ID] [--only NAMES | --lose NAMES] [--traffic FILE] ${FORMAT_OPTION}`,
  help: `Analyses the plans of a project, of standalone configs, or of a compiled plan, without calling a provider.

  failures      for each target and each possible outcome of a call: retries, the next target, whether the circuit
                breaker counts it, and the reply to the client
  envelope      maximum calls, time and cost of a request, and the expected share of each target
  reachability  which targets a request reaches first, after failures or never, when they are called at the latest, and
                which routes they do not serve
  capabilities  features of a chat that a target supports and the next one after a failure does not: tools, schemas,
                efforts, parameters, images, signatures of thinking, the context window
  flows         every secret and class of data with the hosts that it may reach
  cache         only if it is named: why prompts are not read from the caches of providers, with --traffic
                what it costs

  --config ID   only this config
  --only NAMES  only these analyses, separated by commas
  --lose NAMES  instead: the requests that fail while these stored providers (@slug), providers of the catalog or
                regions are lost, where the others go, what they cannot do there, and the load of the remaining
                targets against the limits of the manifest; exit code 1 if a request may fail or a limit is exceeded
  --traffic F   with --lose, a log of requests (JSON Lines) or a traffic model; by default the models next to the
                configs; with --only cache, a log
  --format F    pretty (default), json, or markdown for a comment on a pull request: the analyses;
                hosts, squid, cilium (with --only flows): the hosts that can be reached, as a list or a policy of the
                network; refused while callers may name hosts;
${findingsHelp(14, FORMS)},
                those of these analyses`,
  words: () => ({ only: ANALYSIS_NAMES, format: FORMS }),
  options: {
    config: { type: 'string' },
    only: { type: 'string' },
    lose: { type: 'string', multiple: true },
    traffic: { type: 'string' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, { config, only, lose, traffic, format: written }, terminal) => {
    const chosen = chooseFormat(written, FORMS)
    if (chosen === undefined) return usageError(terminal, chooseFormatUsage(FORMS), 'analyse')
    const format = chosen.form
    const names = typeof only === 'string' ? only.split(',').map(name => name.trim()) : USUAL_ANALYSES
    const unknown = names.find(name => !ANALYSIS_NAMES.includes(name))
    if (unknown !== undefined) {
      const near = didYouMean(suggest(unknown, ANALYSIS_NAMES))
      const list = joinNames(ANALYSIS_NAMES, 'and')
      return usageError(
        terminal,
        `Unknown analysis ${quoteName(unknown)}: there is ${list}.${near}`,
        'analyse',
      )
    }
    const request = { paths: positionals, wanted: config, command: 'analyse', format: chosen }
    const loaded = await loadPlans(request, terminal)
    if (typeof loaded === 'number') return loaded
    const { plans } = loaded
    if (Array.isArray(lose)) {
      if (only !== undefined || format === undefined || format in NETWORK_POLICIES)
        return usageError(
          terminal,
          '--lose has no --only, and only the formats pretty, json and markdown.',
          'analyse',
        )
      const lost = lose.flatMap(names => String(names).split(',')).map(name => name.trim())
      const log = typeof traffic === 'string' ? traffic : undefined
      return await printLoss(plans, { names: lost, traffic: log, format }, terminal)
    }
    if (format !== undefined && format in NETWORK_POLICIES) {
      if (names.length === 1 && names[0] === 'flows') return printPolicy(plans, format, terminal)
      return usageError(terminal, `--format ${format} is a form of --only flows.`, 'analyse')
    }
    if (format === undefined) {
      const codes = new Set<string>(names.flatMap(name => ANALYSIS_FINDINGS[name] ?? []))
      const diagnostics = loaded.diagnostics.filter(({ code }) => codes.has(code))
      return printFindings({ ...loaded, diagnostics }, chosen.findings, terminal)
    }
    if (typeof traffic === 'string' && !names.includes('cache'))
      return usageError(terminal, '--traffic is for --lose and --only cache.', 'analyse')
    const caches =
      typeof traffic === 'string' ? await readRecordedCaches(traffic, plans, terminal) : undefined
    if (typeof caches === 'string') {
      terminal.writeStderr(caches)
      return EXIT.findings
    }
    if (caches !== undefined) printMalformed(caches.diagnostics, terminal)
    const wanted = Object.entries(ANALYSES).filter(([name]) => names.includes(name))
    // Config by config: the analyses of all of them are longer than a string can be.
    if (format === 'json') {
      writeMembers(
        'configs',
        plans.map(plan => [
          plan.id,
          () => Object.fromEntries(wanted.map(([name, analyse]) => [name, analyse(plan, caches).facts])),
        ]),
        terminal,
      )
      return EXIT.clean
    }
    if (plans.length === 0) terminal.writeStderr(NO_CONFIGS)
    for (const [index, plan] of plans.entries()) {
      const sections = wanted.map(([, analyse]) => analyse(plan, caches).section())
      if (index > 0) terminal.writeStdout('')
      terminal.writeStdout(
        format === 'markdown'
          ? renderMarkdown(plan.id, sections)
          : fitText(renderPretty(plan.id, sections, terminal), terminal.width),
      )
    }
    return EXIT.clean
  },
}

/** Writes an object with one property, whose members are computed one after the other, as JSON on lines. */
function writeMembers(
  property: string,
  members: readonly (readonly [name: string, value: () => Json])[],
  { writeStdout }: Pick<Terminal, 'writeStdout'>,
): void {
  // As an object orders its properties.
  const ordered = Object.entries(Object.fromEntries(members))
  writeStdout(`{\n  ${JSON.stringify(property)}: {${ordered.length === 0 ? '}' : ''}`)
  for (const [index, [name, value]] of ordered.entries()) {
    const text = JSON.stringify(value(), null, 2).replaceAll('\n', '\n    ')
    writeStdout(`    ${JSON.stringify(name)}: ${text}${index === ordered.length - 1 ? '' : ','}`)
  }
  writeStdout(ordered.length === 0 ? '}' : '  }\n}')
}

/** The hosts of all plans together, which have one manifest. */
function printPolicy(plans: readonly LoadedPlan[], format: string, terminal: Terminal): number {
  const [first] = plans
  if (first === undefined) {
    terminal.writeStderr(NO_CONFIGS)
    return EXIT.clean
  }
  const { gateway, catalog, prompts } = first
  if (plans.some(plan => plan.gateway !== gateway))
    return usageError(terminal, `--format ${format} is for one project at a time.`, 'analyse')
  const flows: NamedFlow[] = plans.flatMap(({ id, plan }) =>
    mergeFlows(flowsOfPlan(plan, gateway, catalog)).map(flow => ({ flow, by: `config ${id}` })),
  )
  const chosen = openFlows(gateway, catalog, prompts)
    .filter(({ to }) => to.kind === 'origin')
    .map(flow => ({ flow, by: 'callers' }))
  const reached = reachedHosts([...flows, ...chosen], gateway, catalog)
  const refusal = openCallers(reached, format)
  if (refusal !== undefined) {
    terminal.writeStderr(refusal)
    return EXIT.findings
  }
  terminal.writeStdout(NETWORK_POLICIES[format]?.(reached) ?? '')
  return EXIT.clean
}

/** The codes of findings of `check` that belong to each analysis, by the names that `--only` takes. */
const ANALYSIS_FINDINGS: Readonly<Record<string, readonly DiagnosticCode[]>> = {
  failures: [
    'breaker-leaves-out-codes',
    'breaker-never-opens',
    'fallback-leaves-out-failures',
    'never-falls-back',
    'retried-without-fallback',
    'retries-network-failures-only',
    'suspicious-status',
  ],
  envelope: [
    'all-weights-zero',
    'budget-exceeded',
    'budget-not-decided',
    'cache-never-hits',
    'cache-skews-weights',
    'costly-config',
  ],
  reachability: [
    'contradictory-condition',
    'duplicate-condition',
    'guardrail-always-denies',
    'missing-key-never-matches',
    'never-falls-back',
    'reachability-not-decided',
    'unreachable-condition',
    'unrouted-target',
  ],
  cache: ['varying-prefix'],
  capabilities: ['effort-not-decided', 'fallback-loses-effort', 'override-is-lost', 'override-is-rejected'],
  flows: [
    'credential-may-not-go-there',
    'flow-names-nothing',
    'flow-never-met',
    'flow-not-allowed',
    'flow-not-decided',
    'key-without-config',
  ],
}
