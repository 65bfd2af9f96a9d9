// Cases of an imported config: who serves a plain request, and what follows if every call fails.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { livingModel } from '../facts/living-model.ts'
import { plannedCalls } from './planned-calls.ts'
import { callsPool } from './pool-target.ts'
import { type ProjectDraft, routingCase } from './project-draft.ts'

/** Calls that a case lists at most. */
const MOST_CALLS = 24
const MODEL = livingModel('openai') ?? ''

export function addConfigCases(draft: ProjectDraft, id: string, config: Json): void {
  addCases(draft, { config: id }, '', MODEL, config)
}

/** The same for a target that requests reach by the model that they name; `caller`: the key that sends them. */
export function addModelCases(draft: ProjectDraft, model: string, target: Json, caller?: string): void {
  addCases(draft, {}, caller === undefined ? `${model}: ` : `${caller}, ${model}: `, model, target, caller)
}

function addCases(
  draft: ProjectDraft,
  properties: JsonObject,
  prefix: string,
  model: string,
  config: Json,
  caller?: string,
): void {
  if (callsPool(config, draft)) return
  const { cases } = draft
  const given: JsonObject = { ...(caller !== undefined && { caller }), body: { model } }
  const first = plannedCalls(config, model, false)
  const failing = plannedCalls(config, model, true)
  if (first !== undefined)
    cases.push({
      ...properties,
      ...routingCase(`${prefix}a plain request goes to @${first[0]?.slug}`, given, first, undefined),
    })
  if (failing !== undefined && failing.length <= MOST_CALLS)
    cases.push({
      ...properties,
      ...routingCase(`${prefix}every call fails with 500`, given, failing, { status: 500 }),
    })
}
