// LiteLLM's config.yaml: a list of deployments by model name, and settings of its router and server.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import type { ImportContext } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { routeByModel } from '../model-router.ts'
import { addComments, type ProjectDraft } from '../project-draft.ts'
import { createProviderSlots } from '../provider-slots.ts'
import { addCases } from './cases.ts'
import { readDeployments } from './deployments.ts'
import { retryOf } from './group-targets.ts'
import { addGuardrails } from './guardrails.ts'
import { readRouterSettings, reportPolicies } from './router-settings.ts'
import { namedRoutes } from './routes.ts'
import { readSections } from './sections.ts'
import { applySettings } from './settings.ts'

/** The config that serves all models. */
const CONFIG = 'models'

export const litellmFormat: ImportFormat = {
  name: 'litellm',
  title: 'LiteLLM',
  describes: 'config.yaml of the proxy',
  recognizes: (value: Json) =>
    isObject(value) &&
    (isList(value['model_list']) ||
      ['litellm_settings', 'router_settings', 'general_settings'].some(name => isObject(value[name]))),
  convert,
}

function convert(contexts: readonly ImportContext[], draft: ProjectDraft): void {
  const sections = readSections(contexts)
  const slots = createProviderSlots(draft)
  for (const { comments } of contexts)
    for (const [at, lines] of comments)
      if (!/^\/(?:model_list\/\d|router_settings|litellm_settings)/.test(at)) draft.head.push(...lines)
  const settings = readRouterSettings(sections)
  const guardrails = addGuardrails(sections, draft, slots)
  const deployments = readDeployments(sections, { draft, slots, guardrails })
  const routes = namedRoutes(deployments, sections, settings, draft)
  reportPolicies(sections)
  const shared = applySettings(sections, deployments, draft)
  if (routes.length === 0) return
  const config = routeByModel(routes, {
    ...(settings.retries > 0 && { retry: retryOf(settings.retries) }),
    ...(settings.timeout !== undefined && { request_timeout: settings.timeout }),
    ...shared,
  })
  draft.configs.set(CONFIG, config)
  draft.manifest['defaults'] = { config: CONFIG }
  addComments(draft, config, settingComments(contexts))
  addCases(routes, settings, draft)
}

/** Comments on settings of the router, which become one config. */
const settingComments = (contexts: readonly ImportContext[]): readonly string[] =>
  contexts.flatMap(({ comments }) =>
    [...comments].flatMap(([at, lines]) => (/^\/(?:router|litellm)_settings/.test(at) ? lines : [])),
  )
