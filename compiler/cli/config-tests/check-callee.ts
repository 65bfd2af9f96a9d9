// What is called exists: a target of the plan, a stored provider, a provider of the catalog; or it is a URL.
import { isTargetPath, isUrlPrefix, reaches } from '../../../runtime/simulation/upstream-script.ts'
import type { Plan } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { formatPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { walkPlan } from '../../plan/walk-plan.ts'
import type { ReportAt, ReportLocation } from '../../validate/reporting/report.ts'
import type { KnownSubjects } from './test-parts.ts'

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

export function checkCallee(
  name: string,
  at: ReportLocation,
  targets: readonly string[] | undefined,
  { gateway, catalog }: KnownSubjects,
  report: ReportAt,
): void {
  if (isUrlPrefix(name)) return
  const slugs = [...Object.keys(gateway.providers), ...(gateway.external ?? [])].map(slug => `@${slug}`)
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
