// A chat adapted to the model that serves it, by the facts of its family: thinking in its form, without parameters
// that it rejects. What is left out or changed is reported, unless it had no effect.

import type { Thinking } from '../../schemas/generated/types.ts'
import { asCount, asObject, isList, type Json } from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { ChatDraft, type FamilyEdits } from './chat-draft.ts'
import { budgetWithin, EFFORTS, effortOfBudget, outputLimitOf } from './efforts.ts'
import { fitFormat } from './fit-format.ts'
import { fitImages, fitReplay, fitRoles } from './fit-history.ts'
import type { SchemaFitters } from './fit-schemas.ts'
import { fitTools } from './fit-tools.ts'

/**
 * The changes of a chat; undefined: none. Models of unknown families get what the client sends. `origins` has the
 * client's names of fields that were converted from others. Without `fitters` schemas are sent unchanged.
 */
export function familyEdits(
  names: readonly string[],
  read: (name: string) => Json | undefined,
  facts: FamilyFacts | undefined,
  origins: Readonly<Record<string, string>> = {},
  fitters?: SchemaFitters,
): FamilyEdits | undefined {
  if (facts === undefined) return undefined
  if (facts.textOnly !== true && !names.some(name => facts.concerns.has(name))) return undefined
  const chat = new ChatDraft(read)
  const thinks = fitThinking(chat, facts)
  const refused = new Set([...facts.refuses, ...(thinks ? facts.refusesWhileThinking : [])])
  for (const name of facts.thinking?.refusesAt?.[String(chat.value('reasoning_effort'))] ?? [])
    refused.add(name)
  fitters?.tools(chat, facts)
  fitTools(chat, facts, refused)
  fitFormat(chat, facts, fitters, refused)
  fitImages(chat, facts)
  fitReplay(chat, facts, thinks)
  fitRoles(chat, facts)
  for (const name of refused) chat.leaveOut(name)
  for (const [from, to] of Object.entries(facts.renames)) {
    const value = chat.value(from)
    if (value === undefined) continue
    if (chat.value(to) === undefined) chat.write(to, value)
    chat.write(from, undefined)
  }
  return chat.edits(origins)
}

/**
 * Writes how much the model is to think in the terms of its family: an effort, or a switch with or without a
 * budget of tokens. Returns whether it thinks.
 */
function fitThinking(chat: ChatDraft, { thinking, lacks }: FamilyFacts): boolean {
  if (thinking === undefined) return true
  const { form, parameter } = thinking
  const requested = [
    'reasoning_effort',
    'thinking_budget',
    ...(parameter === undefined ? [] : [parameter]),
  ].filter(name => chat.value(name) !== undefined)
  const thinks = FORMS[form](chat, thinking)
  const tools = chat.value('tools')
  const mustStop =
    (lacks.includes('tools-while-thinking') && isList(tools) && tools.length > 0) ||
    (lacks.includes('thinking-unstreamed') && chat.value('stream') !== true)
  if (!thinks || !mustStop) return thinks
  for (const name of requested) {
    chat.write(name, undefined)
    chat.name(name)
  }
  if (form === 'effort') chat.write('reasoning_effort', thinking.efforts?.['none'])
  else {
    if (chat.value('thinking_budget') !== undefined) chat.write('thinking_budget', undefined)
    turn(chat, thinking, false)
  }
  return false
}

/** Whether the model would reason beside tools, of which its chats take only one. */
export function reasonsWithTools(read: (name: string) => Json | undefined, facts: FamilyFacts): boolean {
  const { thinking, lacks } = facts
  if (thinking === undefined || !lacks.includes('tools-while-thinking')) return false
  const tools = read('tools')
  return isList(tools) && tools.length > 0 && FORMS[thinking.form](new ChatDraft(read), thinking)
}

type FitForm = (chat: ChatDraft, thinking: Thinking) => boolean

/** Budgets and the adaptive form belong to native dialects, which convert them. */
const FORMS: Readonly<Record<Thinking['form'], FitForm>> = {
  none: chat => {
    if (chat.value('reasoning_effort') === 'none') chat.write('reasoning_effort', undefined)
    chat.leaveOut('reasoning_effort')
    return false
  },
  budget: fitSwitch,
  adaptive: () => true,
  effort: (chat, thinking) => {
    const effort = fitEffort(chat, thinking)
    return effort === undefined ? thinking.byDefault !== false : effort !== 'none'
  },
  switch: fitSwitch,
}

/** The effort that is sent, which replaces the one that is requested. */
function fitEffort(chat: ChatDraft, { efforts = {} }: Thinking): string | undefined {
  const level = chat.value('reasoning_effort')
  if (typeof level !== 'string') return undefined
  const effort = efforts[level]
  // Unknown efforts are left to the provider to reject.
  if (effort === level || !EFFORTS.includes(level)) return level
  chat.write('reasoning_effort', effort)
  chat.name('reasoning_effort')
  return effort
}

/** Thinking that a parameter turns on and off. */
function fitSwitch(chat: ChatDraft, thinking: Thinking): boolean {
  const { parameter, byDefault = true, off, efforts, budgets } = thinking
  if (parameter === undefined) return true
  const cannotStop = off === 'lowest'
  const own = chat.value(parameter)
  if (own !== undefined) return fitOwnSwitch(chat, own, parameter, thinking)
  const level = chat.value('reasoning_effort')
  if (typeof level !== 'string') return byDefault
  if (level === 'none') {
    chat.write('reasoning_effort', cannotStop ? efforts?.['none'] : undefined)
    if (cannotStop) chat.name('reasoning_effort')
    else turn(chat, thinking, false)
    return cannotStop
  }
  const budget = budgets?.[level]
  const limit = outputLimitOf(name => chat.value(name))
  const fitting = budget === undefined ? undefined : budgetWithin(limit, budget, 1)
  if (budget !== undefined && fitting !== budget) chat.name('reasoning_effort')
  turn(chat, thinking, true)
  if (efforts !== undefined) fitEffort(chat, thinking)
  else chat.write('reasoning_effort', undefined)
  if (fitting !== undefined) chat.write('thinking_budget', fitting)
  else if (efforts === undefined) chat.name('reasoning_effort')
  return true
}

/** A request with the parameter of the provider passes, without fields that only other dialects have. */
function fitOwnSwitch(chat: ChatDraft, own: Json, parameter: string, thinking: Thinking): boolean {
  const { off, efforts } = thinking
  const cannotStop = off === 'lowest'
  const state = own === false ? own : stateOf(own)
  const stops = state === false || state === 'disabled'
  if (stops && cannotStop) chat.leaveOut(parameter)
  else if (parameter === 'thinking') fitThinkingObject(chat, own, thinking)
  if (efforts !== undefined) {
    if (stops && !cannotStop) chat.leaveOut('reasoning_effort')
    else fitEffort(chat, thinking)
  } else chat.leaveOut('reasoning_effort')
  return !stops || cannotStop
}

/** Claude has the same object, with a budget and a mode that others do not have. */
function fitThinkingObject(chat: ChatDraft, own: Json, { efforts }: Thinking): void {
  const { type = null, budget_tokens: budget = null, ...others } = asObject(own)
  if (budget === null && type !== 'adaptive') return
  chat.write('thinking', { type: type === 'adaptive' ? 'enabled' : type, ...others })
  const tokens = asCount(budget)
  if (budget === null) return
  if (efforts !== undefined && tokens !== undefined && chat.value('reasoning_effort') === undefined)
    chat.write('reasoning_effort', efforts[effortOfBudget(tokens)])
  else chat.name('thinking.budget_tokens')
}

/** `type` of a thinking object, or `enabled` of a reasoning object. */
function stateOf(value: Json): Json {
  const { type = null, enabled = null } = asObject(value)
  return type ?? enabled
}

/** Turns thinking on or off by the provider's parameter. */
function turn(chat: ChatDraft, { parameter }: Thinking, on: boolean): void {
  if (parameter === 'thinking') chat.write('thinking', { type: on ? 'enabled' : 'disabled' })
  else if (parameter === 'reasoning') chat.write('reasoning', { enabled: on })
  else if (parameter !== undefined) chat.write(parameter, on)
}
