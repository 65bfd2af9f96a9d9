// Checks that what a test names exists: its config, targets, providers and keys. Names of cases are unique in their file.

import { isTargetPath, isUrlPrefix, reaches } from '../../../runtime/simulation/upstream-script.ts'
import type { ConfigTests, ExpectedCall, Gateway, Plan } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, formatPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { walkPlan } from '../../plan/walk-plan.ts'
import type { ReportAt, ReportLocation } from '../../validate/reporting/report.ts'
import { configOf, GATEWAY_TESTS, type KnownSubjects, testParts } from './test-parts.ts'

export function checkTestNames(
  tests: ConfigTests,
  stem: string,
  subjects: KnownSubjects,
  report: ReportAt,
): void {
  const { plans, gateway } = subjects
  const targetsOf = rememberTargets(plans)
  checkConfigs(tests, stem, plans, report)
  checkUniqueNames(tests, report)
  for (const { at, index, given, upstreams } of testParts(tests)) {
    const own = index === undefined ? undefined : tests.cases[index]?.config
    const known = targetsOf(configOf(tests, own, stem))
    if (given?.caller !== undefined) checkCaller(given.caller, `${at}/given/caller`, gateway, report)
    for (const name of Object.keys(upstreams ?? {}))
      if (name !== '*')
        checkCallee(name, { key: childPointer(childPointer(at, 'upstreams'), name) }, known, subjects, report)
  }
  for (const [index, { config, expect }] of tests.cases.entries()) {
    const known = targetsOf(configOf(tests, config, stem))
    for (const [position, call] of (expect?.calls ?? []).entries()) {
      const at = `/cases/${index}/expect/calls/${position}`
      for (const [pointer, name] of namesOf(call, at)) checkCallee(name, pointer, known, subjects, report)
    }
  }
}

function checkConfigs(
  tests: ConfigTests,
  stem: string,
  plans: ReadonlyMap<string, Plan | undefined>,
  report: ReportAt,
): void {
  const written: readonly (readonly [string, Pointer])[] = [
    ...(tests.config === undefined ? [] : [[tests.config, '/config'] as const]),
    ...tests.cases.flatMap(({ config }, index) =>
      config === undefined ? [] : [[config, `/cases/${index}/config`] as const],
    ),
  ]
  for (const [name, at] of written)
    if (!plans.has(name)) {
      const near = didYouMean(suggest(name, plans.keys()))
      report('unknown-test-config', at, `The project has no config ${quoteName(name)}.${near}`)
    }
  const isNamed = tests.config !== undefined || tests.cases.every(({ config }) => config !== undefined)
  if (isNamed || stem === GATEWAY_TESTS || plans.has(stem)) return
  const near = didYouMean(suggest(stem, plans.keys()))
  report(
    'unknown-test-config',
    '',
    `The file is named after the config ${quoteName(stem)}, which the project does not have.${near} Name the config with "config".`,
  )
}

function checkUniqueNames({ cases }: ConfigTests, report: ReportAt): void {
  const seen = new Map<string, number>()
  for (const [index, { name }] of cases.entries()) {
    const before = seen.get(name)
    if (before === undefined) seen.set(name, index)
    else
      report('duplicate-test-name', `/cases/${index}/name`, `Another case is named ${quoteName(name)} too.`, {
        notes: [{ at: `/cases/${before}/name`, message: 'The other one.' }],
      })
  }
}

function checkCaller(id: string, at: Pointer, { apiKeys }: Gateway, report: ReportAt): void {
  const ids = apiKeys.map(key => key.id)
  if (ids.includes(id)) return
  const near = didYouMean(suggest(id, ids))
  report('unknown-test-target', at, `The manifest has no API key ${quoteName(id)}.${near}`)
}

function namesOf(call: string | ExpectedCall, at: Pointer): readonly (readonly [Pointer, string])[] {
  if (typeof call === 'string') return [[at, call]]
  const { target, provider } = call
  return [
    ...(target === undefined ? [] : [[`${at}/target`, target] as const]),
    ...(provider === undefined ? [] : [[`${at}/provider`, provider] as const]),
  ]
}

/** The paths of a config's targets; undefined without a plan, where any target may be called. */
export function rememberTargets(
  plans: ReadonlyMap<string, Plan | undefined>,
): (config: string | undefined) => readonly string[] | undefined {
  const known = new Map<string, readonly string[]>()
  return config => {
    const plan = plans.get(config ?? '')
    if (config === undefined || plan === undefined) return undefined
    const targets = known.get(config) ?? targetNames(plan)
    known.set(config, targets)
    return targets
  }
}

const targetNames = (plan: Plan): readonly string[] =>
  walkPlan(plan).flatMap(({ node, pointer }) =>
    node.kind === 'call' ? [pointer === '' ? 'config' : `config.${formatPointer(pointer)}`] : [],
  )

/** A callee is a target of the plan, a stored provider, a provider of the catalog, or a URL. */
export function checkCallee(
  name: string,
  at: ReportLocation,
  targets: readonly string[] | undefined,
  { gateway, catalog }: KnownSubjects,
  report: ReportAt,
): void {
  if (isUrlPrefix(name)) return
  const { providers, pools = {}, external = [] } = gateway
  const slugs = [...Object.keys(providers), ...Object.keys(pools), ...external].map(slug => `@${slug}`)
  if (isTargetPath(name)) {
    if (targets === undefined || targets.some(target => reaches(name, target))) return
    const near = didYouMean(suggest(name, targets))
    report('unknown-test-target', at, `The plan has no target ${quoteName(name)}.${near}`)
  } else if (name.startsWith('@')) {
    if (slugs.includes(name)) return
    const near = didYouMean(suggest(name, slugs))
    report('unknown-test-target', at, `The manifest has no provider ${quoteName(name)}.${near}`)
  } else if (catalog.provider(name) === undefined) {
    const known = [...slugs, ...(targets ?? []), ...catalog.providerNames]
    const near = didYouMean(suggest(name, known))
    report(
      'unknown-test-target',
      at,
      `${quoteName(name)} is not a target, stored provider, provider or URL.${near}`,
    )
  }
}
