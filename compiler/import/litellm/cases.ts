// Tests that state what LiteLLM does with a config: who serves each name, in which shares, and what follows a failure.
import { writeJson } from '../../../schemas/values/json.ts'
import { type ProjectDraft, routingCase } from '../project-draft.ts'
import type { RouterSettings } from './router-settings.ts'
import type { NamedRoute } from './routes.ts'

/** Deployments of one name that have a case, and calls that a case lists at most. */
const MOST_SHARES = 6
const MOST_CALLS = 24

export function addCases(
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
    if (!mayOpen && failing.length <= MOST_CALLS && group.shares.every(({ servesChats }) => servesChats))
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
