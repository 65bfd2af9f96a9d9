// A request of Anthropic's own dialect as far as the Claude model that serves it accepts it: where a config, an alias, a pool or a fallback
// chose the model, the client wrote for another one. Thinking, effort and sampling as in chats (fit-to-model.ts).
import type { Thinking } from '../../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import {
  asCount,
  asList,
  asObject,
  asText,
  isObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import type { FamilyFacts } from '../../values/family-facts.ts'
import { type HistoryEdits, lacksThinkingInRound } from '../../wire/fit-history.ts'
import { fitSampling } from './fit-to-model.ts'
import { settleThinking } from './settle-thinking.ts'

/** Undefined facts are those of a deployment, whose model is unknown: nothing is changed. */
export function fitMessage(
  read: (name: string) => Json | undefined,
  facts: FamilyFacts | undefined,
  model: string,
): HistoryEdits {
  if (facts === undefined) return NO_EDITS
  const own =
    /claude/i.test(model) && facts.thinking !== undefined ? fitOwn(read, facts, facts.thinking) : NO_EDITS
  const forces = FORCED.has(asObject(read('tool_choice'))['type'])
  if (!forces || !facts.lacks.includes('forced-tool')) return own
  const { type: _type, name: _name, ...choice } = asObject(read('tool_choice'))
  return {
    fields: { ...own.fields, tool_choice: { type: 'auto', ...choice } },
    dropped: [...own.dropped, 'tool_choice'],
  }
}

const NO_EDITS: HistoryEdits = { fields: {}, dropped: [] }

/** What Claude's families differ in. */
function fitOwn(
  read: (name: string) => Json | undefined,
  { lacks, refuses }: FamilyFacts,
  form: Thinking,
): HistoryEdits {
  const { effort, format, ...others } = asObject(read('output_config'))
  const thinking = read('thinking')
  const settled = settleThinking(
    {
      level: asText(effort),
      thinking: isObject(thinking) ? thinking : undefined,
      isShown: false,
      limit: asCount(read('max_tokens')),
      defaultLimit: undefined,
      forbidsBudget: forbidsBudget(read),
    },
    form,
  )
  const lacksFormat = lacks.includes('schema')
  const config = present({ ...others, effort: settled.effort, format: lacksFormat ? undefined : format })
  const thinks = settled.thinking !== undefined && settled.thinking['type'] !== 'disabled'
  const names = ['temperature', 'top_p', 'top_k'].filter(name => (read(name) ?? null) !== null)
  const requested = present(Object.fromEntries(names.map(name => [name, read(name)])))
  const sampling = fitSampling(requested, refuses, thinks)
  // Edits that clear thinking are rejected if there is none.
  const clears = isObject(thinking) && !thinks && isObject(read('context_management'))
  const wanted: Readonly<Record<string, Json | undefined>> = {
    thinking: settled.thinking,
    output_config: Object.keys(config).length === 0 ? undefined : config,
    ...Object.fromEntries(names.map(name => [name, sampling.fields[name]])),
    ...(lacksFormat ? { output_format: undefined } : {}),
    ...(clears ? { context_management: undefined } : {}),
  }
  return {
    fields: Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => !isSame(value, read(name) ?? undefined)),
    ),
    dropped: [
      ...settled.dropped.map(name => (name === 'reasoning_effort' ? 'output_config.effort' : name)),
      ...sampling.dropped,
      ...(lacksFormat ? formatsIn(read) : []),
      ...(clears ? ['context_management'] : []),
    ],
  }
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === undefined || other === undefined ? one === other : writeJson(one) === writeJson(other)

function formatsIn(read: (name: string) => Json | undefined): readonly string[] {
  const nested = (asObject(read('output_config'))['format'] ?? null) !== null
  return [
    ...(nested ? ['output_config.format'] : []),
    ...((read('output_format') ?? null) === null ? [] : ['output_format']),
  ]
}

const FORCED: ReadonlySet<Json | undefined> = new Set(['any', 'tool'])

/** The places where a budget is rejected: beside a forced tool, in a reply that is begun, in a round of calls without thinking. */
function forbidsBudget(read: (name: string) => Json | undefined): boolean {
  const forces = FORCED.has(asObject(read('tool_choice'))['type'])
  const turns = asList(read('messages'))
  const last: JsonObject = asObject(turns.at(-1))
  return forces || last['role'] === 'assistant' || lacksThinkingInRound(turns)
}
