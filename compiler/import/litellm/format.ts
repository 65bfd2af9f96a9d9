// LiteLLM's config.yaml: a list of deployments by model name, and settings of its router and server.
import { isList, isObject, type Json, writeJson } from '../../../schemas/values/json.ts'
import type { ImportContext } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { routeByModel } from '../model-router.ts'
import { callsPool } from '../pool-target.ts'
import { addComments, type ProjectDraft, routingCase } from '../project-draft.ts'
import { createProviderSlots } from '../provider-slots.ts'
import { readDeployments } from './deployments.ts'
import { retryOf } from './group-targets.ts'
import { addGuardrails } from './guardrails.ts'
import { type RouterSettings, readRouterSettings, reportPolicies } from './router-settings.ts'
import { type NamedRoute, namedRoutes } from './routes.ts'
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

// Tests that state what LiteLLM does with a config: who serves each name, in which shares, and what follows a failure.

/** Deployments of one name that have a case, and calls that a case lists at most. */
const MOST_SHARES = 6
const MOST_CALLS = 24

function addCases(
  routes: readonly NamedRoute[],
  settings: RouterSettings,
  { cases, manifest }: ProjectDraft,
): void {
  // A case would have to script the services that checks and the cache call.
  if (manifest['cache'] !== undefined || /"id":"(?!default\.)/.test(writeJson(manifest['guardrails'] ?? {})))
    return
  for (const { name, group, chain } of routes) {
    if (group.isExpanded) continue
    const model = name.replaceAll('*', 'any')
    const total = group.shares.reduce((sum, { weight }) => sum + weight, 0)
    let start = 0
    for (const { call, weight, servesChats } of group.shares.slice(0, MOST_SHARES)) {
      const draw = Math.floor(((start + weight / 2) / total) * 10_000) / 10_000
      start += weight
      if (weight === 0 || !servesChats) continue
      const isOnly = group.shares.length === 1
      const percent = Math.round((weight / total) * 1000) / 10
      cases.push(
        routingCase(
          isOnly
            ? `${name} is served by @${call.slug}`
            : `${name}: ${percent}% are served by @${call.slug}, draw ${draw}`,
          { body: { model }, ...(isOnly ? {} : { draw }) },
          [{ ...call, model: call.model ?? model }],
          undefined,
        ),
      )
    }
    const mayOpen =
      settings.breaker !== undefined && Number(settings.breaker['failure_threshold']) <= settings.retries + 1
    const failing = chain.failing.map(call => ({ ...call, model: call.model ?? model }))
    if (
      !mayOpen &&
      !callsPool(chain.target, { manifest }) &&
      failing.length <= MOST_CALLS &&
      group.shares.every(({ servesChats }) => servesChats)
    )
      cases.push(
        routingCase(`${name}: every call fails with 500`, { body: { model } }, failing, { status: 500 }),
      )
  }
  if (routes.every(({ name }) => name !== '*'))
    cases.push({
      ...routingCase(
        'a model that is not in the list is refused',
        { body: { model: 'not-in-the-list' } },
        [],
        undefined,
      ),
      expect: { calls: [], status: 400 },
    })
}
