// Budgets of LiteLLM as policies of the manifest.
import { asList, asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { numberIn } from '../import-context.ts'
import { type ProjectDraft, uniqueName } from '../project-draft.ts'
import type { Deployment } from './deployments.ts'
import { PROVIDER_PREFIXES } from './provider-prefixes.ts'
import { SESSION_FILTERS } from './router-settings.ts'
import { objectAt, type Placed, type Sections, settingOf } from './sections.ts'

export function addBudgets(
  { router, general }: Sections,
  deployments: readonly Deployment[],
  draft: ProjectDraft,
): void {
  addDeploymentLimits(router, deployments, draft)
  const sections = [...router, ...general]
  const whole = settingOf(sections, 'max_budget')
  const amount = numberIn(whole?.value)
  if (whole !== undefined && amount !== undefined && amount > 0)
    add(draft, whole, { name: 'all requests', credit_limit: amount }, settingOf(sections, 'budget_duration'))
  for (const section of router)
    for (const config of objectAt(section, 'provider_budget_config'))
      for (const [prefix, value] of Object.entries(config.value)) {
        if (!isObject(value)) continue
        const at = childPointer(config.at, prefix)
        const limit = numberIn(value['budget_limit'] ?? value['max_budget'])
        const provider = PROVIDER_PREFIXES[prefix]?.provider ?? prefix
        const period = value['time_period'] ?? value['budget_duration']
        if (limit !== undefined && limit > 0)
          add(
            draft,
            { context: config.context, at, value },
            {
              name: `calls of ${provider}`,
              credit_limit: limit,
              conditions: [{ key: 'provider', value: provider }],
            },
            period === undefined ? undefined : { context: config.context, at, value: period },
          )
      }
}

/** Budgets of single deployments, and their rates if the source refuses requests above them. */
function addDeploymentLimits(
  router: Sections['router'],
  deployments: readonly Deployment[],
  { manifest, ...draft }: ProjectDraft,
): void {
  const checks = settingOf(router, 'optional_pre_call_checks')
  const isEnforced = asList(checks?.value).includes('enforce_model_rate_limits')
  for (const [index, check] of asList(checks?.value).entries())
    if (check !== 'enforce_model_rate_limits' && !SESSION_FILTERS.has(check))
      checks?.context.report(
        'import-not-expressible',
        childPointer(checks.at, index),
        `"${String(check)}" was left out: it is not known which deployments it removes.`,
      )
  for (const { item, group, slug, model, share, isExpanded } of deployments) {
    if (isExpanded === true) continue
    const { context, at, value } = item
    const parameters = asObject(asObject(value)['litellm_params'])
    const conditions = [
      { key: 'provider', value: slug },
      ...(model === undefined || model.includes('*') ? [] : [{ key: 'model', value: model }]),
    ]
    const amount = numberIn(parameters['max_budget'])
    const period = parameters['budget_duration']
    if (amount !== undefined && amount > 0)
      add(
        { manifest, ...draft },
        item,
        { name: nameFor(manifest, 'usage_limits', group), credit_limit: amount, conditions },
        period === undefined
          ? undefined
          : { context, at: `${at}/litellm_params/budget_duration`, value: period },
      )
    for (const [measure, type] of [
      ['rpm', 'requests'],
      ['tpm', 'tokens'],
    ] as const) {
      const limit = share[measure]
      if (!isEnforced || limit === undefined || limit < 1) continue
      const policies = asObject(manifest['policies'])
      const name = nameFor(manifest, 'rate_limits', `${group} ${measure}`)
      manifest['policies'] = {
        ...policies,
        rate_limits: [
          ...asList(policies['rate_limits']),
          { name, type, unit: 'rpm', value: Math.round(limit), conditions, uncounted: 'allow' },
        ],
      }
    }
  }
}

/** A name that no policy of the list has. */
const nameFor = (manifest: ProjectDraft['manifest'], list: string, wanted: string): string =>
  uniqueName(wanted, taken =>
    asList(asObject(manifest['policies'])[list]).some(policy => asObject(policy)['name'] === taken),
  )

function add({ manifest }: ProjectDraft, place: Placed, limit: JsonObject, period: Placed | undefined): void {
  const policies = isObject(manifest['policies']) ? manifest['policies'] : {}
  const days = daysOf(period?.value)
  if (period !== undefined && (days === undefined || !Number.isInteger(days) || days < 1 || days > 365))
    (period ?? place).context.report(
      'import-approximated',
      (period ?? place).at,
      `A budget resets after 1 to 365 days here, not after "${String(period.value)}".`,
    )
  const usage: Json = {
    type: 'cost',
    ...limit,
    ...(days !== undefined && { periodic_reset_days: Math.min(365, Math.max(1, Math.round(days))) }),
    uncounted: 'allow',
  }
  manifest['policies'] = { ...policies, usage_limits: [...asList(policies['usage_limits']), usage] }
}

/** `30d`, `24h` or `1mo` in days. */
function daysOf(value: Json | undefined): number | undefined {
  const [, number, unit] = /^(\d+)\s*(s|m|h|d|w|mo|y)$/.exec(String(value)) ?? []
  if (number === undefined) return undefined
  const length = { s: 1 / 86_400, m: 1 / 1440, h: 1 / 24, d: 1, w: 7, mo: 30, y: 365 }[unit ?? 'd'] ?? 1
  return Number(number) * length
}
