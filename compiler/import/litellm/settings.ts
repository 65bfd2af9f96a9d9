// Settings of LiteLLM's router, library and server: what the manifest and the config say instead, and what has no counterpart.
import { asList, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { ProjectDraft } from '../project-draft.ts'
import { each, itemsOf, mapOf, objectOf, reportUnread, type Shapes } from '../source-shape.ts'
import { addBudgets } from './budgets.ts'
import { cacheOf, shareRouterState } from './cache.ts'
import type { Deployment } from './deployments.ts'
import { addMcpServers } from './mcp-servers.ts'
import { type Sections, settingOf } from './sections.ts'
import {
  CALLBACK_LISTS,
  OTHER_SECTIONS,
  SETTING_ADVICE,
  SETTINGS_READ,
  SETTINGS_WITHOUT_EFFECT,
} from './setting-properties.ts'

/** Adds to the manifest, and returns the settings of the config. */
export function applySettings(
  sections: Sections,
  deployments: readonly Deployment[],
  draft: ProjectDraft,
): JsonObject {
  const { manifest } = draft
  const { router } = sections
  if (settingOf(router, 'drop_params')?.value === false) manifest['unsupported'] = 'reject'
  applyCallbacks(sections, draft)
  addBudgets(sections, deployments, draft)
  addMcpServers(sections, draft)
  const cache = cacheOf(sections, deployments, draft)
  shareRouterState(sections, draft)
  reportOthers(sections)
  return cache === undefined ? {} : { cache }
}

/** Logs and metrics. */
function applyCallbacks({ router }: Sections, { manifest }: ProjectDraft): void {
  for (const name of CALLBACK_LISTS)
    for (const section of router) {
      const value = section.value[name]
      const list = typeof value === 'string' ? [value] : asList(value)
      for (const [index, callback] of list.entries()) {
        if (callback === 'prometheus') manifest['telemetry'] = { metrics: true }
        else
          section.context.report(
            'import-not-expressible',
            typeof value === 'string'
              ? childPointer(section.at, name)
              : childPointer(childPointer(section.at, name), index),
            callbackAdvice(String(callback)),
          )
      }
    }
}

const callbackAdvice = (name: string): string =>
  /^(?:otel|arize|langfuse|langsmith|datadog|logfire|opik|phoenix|traceloop|helicone|braintrust|langtrace)/.test(
    name,
  )
    ? `"${name}" was left out. Traces and logs of requests are sent by OTLP: telemetry.otlp of the manifest with the endpoint of the service.`
    : name.includes('.')
      ? `"${name}" is code of the source, which cannot be called. A custom check of a guardrail, or telemetry.log_http, may take its place.`
      : `"${name}" was left out. telemetry of the manifest has logs, OTLP and metrics for Prometheus.`

/** Settings that are objects or lists, whose parts are read. */
const PARTS: Shapes = {
  routing_groups: itemsOf(
    objectOf({
      models: itemsOf('read'),
      ...each(['group_name', 'routing_strategy'], 'read'),
      routing_strategy_args: 'unused',
    }),
  ),
  optional_pre_call_checks: itemsOf('read'),
  provider_budget_config: mapOf(
    objectOf(each(['budget_limit', 'max_budget', 'time_period', 'budget_duration'], 'read')),
  ),
  custom_provider_map: itemsOf(objectOf(each(['provider', 'custom_handler'], 'read'))),
  model_group_alias: mapOf('read'),
}

function reportOthers({ router, general, others, models }: Sections): void {
  for (const { context, at, value } of router)
    for (const [name, shape] of Object.entries(PARTS))
      if (value[name] !== undefined && value[name] !== null)
        reportUnread(context, shape, value[name], childPointer(at, name))
  for (const { context, at, value } of [...router, ...general])
    for (const [name, own] of Object.entries(value)) {
      if (own === null || own === false || SETTINGS_READ.has(name) || SETTINGS_WITHOUT_EFFECT.has(name))
        continue
      const advice = SETTING_ADVICE[name]
      const pointer = childPointer(at, name)
      if (advice !== undefined)
        context.report('import-not-expressible', pointer, `"${name}" was left out. ${advice}`, 'key')
      else
        context.report('import-unknown-property', pointer, `"${name}" is not known, and was left out.`, 'key')
    }
  for (const { context, at, name } of others) {
    const advice = OTHER_SECTIONS[name]
    if (advice === '') continue
    if (advice !== undefined)
      context.report('import-not-expressible', at, `"${name}" was left out. ${advice}`, 'key')
    else context.report('import-unknown-property', at, `"${name}" is not known, and was left out.`, 'key')
  }
  const [first] = models.length > 0 ? [] : [...router, ...general]
  first?.context.report(
    'import-not-expressible',
    '',
    'The file lists no models: the source reads them from its database. Add providers and configs for them.',
  )
}
