// A chat as far as the model that serves it accepts it, by the facts of its family: thinking in the form of the model,
// without parameters that it rejects. What is left out or changed is named, unless it asked for nothing.
import type { Thinking } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import { asObject, isList, isObject } from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { EFFORTS } from './efforts.ts'
import { jsonWish, withJsonInstruction } from './json-instruction.ts'

export interface FamilyEdits {
  /** Fields to write; undefined removes one. */
  readonly fields: Readonly<Record<string, Json | undefined>>
  readonly dropped: readonly string[]
}

/**
 * What to change in a chat; undefined: nothing. Models of unknown families get what the client sends. `origins` has the
 * words of the client for fields that were converted from others.
 */
export function familyEdits(
  names: readonly string[],
  read: (name: string) => Json | undefined,
  facts: FamilyFacts | undefined,
  origins: Readonly<Record<string, string>> = {},
): FamilyEdits | undefined {
  if (facts === undefined || !names.some(name => facts.concerns.has(name))) return undefined
  const chat = new Draft(read)
  const thinks = fitThinking(chat, facts)
  fitTools(chat, facts)
  fitFormat(chat, facts)
  const refused = thinks ? [...facts.refuses, ...facts.refusesWhileThinking] : facts.refuses
  for (const name of refused) chat.leaveOut(name)
  for (const [from, to] of Object.entries(facts.renames)) {
    const value = chat.value(from)
    if (value === undefined) continue
    if (chat.value(to) === undefined) chat.write(to, value)
    chat.write(from, undefined)
  }
  return chat.edits(origins)
}

/** Values that ask for nothing: without them the reply is the same. */
const NEUTRAL: Readonly<Record<string, Json>> = {
  temperature: 1,
  top_p: 1,
  n: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  logprobs: false,
  parallel_tool_calls: true,
}

/** The chat with the changes so far. */
class Draft {
  readonly #read: (name: string) => Json | undefined
  readonly #fields: Record<string, Json | undefined> = {}
  readonly #dropped = new Set<string>()

  constructor(read: (name: string) => Json | undefined) {
    this.#read = read
  }

  /** The value to be sent; undefined for null, too. */
  value(name: string): Json | undefined {
    return (name in this.#fields ? this.#fields[name] : this.#read(name)) ?? undefined
  }

  write(name: string, value: Json | undefined): void {
    this.#fields[name] = value
  }

  /** Names a parameter that is sent otherwise than it was requested. */
  name(parameter: string): void {
    this.#dropped.add(parameter)
  }

  leaveOut(name: string): void {
    const value = this.value(name)
    if (value === undefined) return
    this.write(name, undefined)
    if (value !== NEUTRAL[name]) this.name(name)
  }

  edits(origins: Readonly<Record<string, string>>): FamilyEdits | undefined {
    return Object.keys(this.#fields).length === 0
      ? undefined
      : { fields: this.#fields, dropped: [...this.#dropped].map(name => origins[name] ?? name) }
  }
}

/** Writes how much the model thinks; whether it does. */
function fitThinking(chat: Draft, { thinking, lacks }: FamilyFacts): boolean {
  if (thinking === undefined) return true
  const thinks = FORMS[thinking.form](chat, thinking)
  const tools = chat.value('tools')
  const mustStop =
    (lacks.includes('tools-while-thinking') && isList(tools) && tools.length > 0) ||
    (lacks.includes('thinking-unstreamed') && chat.value('stream') !== true)
  if (!thinks || !mustStop) return thinks
  const level = chat.value('reasoning_effort')
  if (level !== undefined) chat.name('reasoning_effort')
  if (thinking.form === 'effort') chat.write('reasoning_effort', thinking.efforts?.['none'])
  else turn(chat, thinking, false)
  return false
}

type FitForm = (chat: Draft, thinking: Thinking) => boolean

/** Budgets and the adaptive form belong to dialects of their own, which convert them. */
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
function fitEffort(chat: Draft, { efforts = {} }: Thinking): string | undefined {
  const level = chat.value('reasoning_effort')
  if (typeof level !== 'string') return undefined
  const effort = efforts[level]
  // What no provider knows is for the provider to refuse.
  if (effort === level || !EFFORTS.includes(level)) return level
  chat.write('reasoning_effort', effort)
  chat.name('reasoning_effort')
  return effort
}

/** Thinking that a parameter turns on and off. A request in the provider's own words passes. */
function fitSwitch(chat: Draft, thinking: Thinking): boolean {
  const { parameter, byDefault = true, off, efforts, budgets } = thinking
  if (parameter === undefined) return true
  const cannotStop = off === 'lowest'
  const own = chat.value(parameter)
  const level = chat.value('reasoning_effort')
  if (own !== undefined) {
    const state = own === false ? own : stateOf(own)
    const stops = state === false || state === 'disabled'
    if (stops && cannotStop) chat.leaveOut(parameter)
    if (efforts !== undefined) fitEffort(chat, thinking)
    else chat.leaveOut('reasoning_effort')
    return !stops || cannotStop
  }
  if (typeof level !== 'string') return byDefault
  if (level === 'none') {
    chat.write('reasoning_effort', cannotStop ? efforts?.['none'] : undefined)
    if (cannotStop) chat.name('reasoning_effort')
    else turn(chat, thinking, false)
    return cannotStop
  }
  turn(chat, thinking, true)
  if (efforts !== undefined) fitEffort(chat, thinking)
  else chat.write('reasoning_effort', undefined)
  const budget = budgets?.[level]
  if (budget !== undefined) chat.write('thinking_budget', budget)
  else if (efforts === undefined) chat.name('reasoning_effort')
  return true
}

/** `type` of a thinking object, or `enabled` of a reasoning object. */
function stateOf(value: Json): Json {
  const { type = null, enabled = null } = asObject(value)
  return type ?? enabled
}

/** Says in the provider's words whether the model is to think. */
function turn(chat: Draft, { parameter }: Thinking, on: boolean): void {
  if (parameter === 'thinking') chat.write('thinking', { type: on ? 'enabled' : 'disabled' })
  else if (parameter === 'reasoning') chat.write('reasoning', { enabled: on })
  else if (parameter !== undefined) chat.write(parameter, on)
}

function fitTools(chat: Draft, { lacks }: FamilyFacts): void {
  if (lacks.includes('tools'))
    for (const name of ['tools', 'tool_choice', 'parallel_tool_calls']) chat.leaveOut(name)
  const choice = chat.value('tool_choice')
  if (lacks.includes('forced-tool') && isForced(choice)) {
    chat.write('tool_choice', 'auto')
    chat.name('tool_choice')
  }
}

/** Whether a choice makes the model call a tool. */
export const isForced = (choice: Json | undefined): boolean => choice === 'required' || isObject(choice)

/** A schema that the model cannot be given becomes an instruction. */
function fitFormat(chat: Draft, { lacks }: FamilyFacts): void {
  const wish = jsonWish(chat.value('response_format'))
  if (wish === undefined) return
  const tools = chat.value('tools')
  const isBesideTools = lacks.includes('schema-with-tools') && isList(tools) && tools.length > 0
  if (!isBesideTools && (wish.schema === undefined || !lacks.includes('schema'))) return
  chat.write('messages', withJsonInstruction(chat.value('messages'), wish))
  chat.write('response_format', isBesideTools ? undefined : { type: 'json_object' })
  chat.name(wish.schema === undefined ? 'response_format' : 'response_format.json_schema')
}
