// A chat as far as the Claude model that serves it accepts it, wherever it is hosted: thinking in the form of its
// family, and without parameters that it rejects. The result uses the dialect's own words, which all hosts pass on.
import type { Thinking } from '../../../schemas/generated/types.ts'
import {
  asCount,
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { FamilyFacts } from '../../values/family-facts.ts'
import { ChatDraft } from '../../wire/chat-draft.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { outputLimitOf } from '../../wire/efforts.ts'
import { fitFormat } from '../../wire/fit-format.ts'
import { schemaFitters } from '../../wire/fit-schemas.ts'
import { fitForcedTool } from '../../wire/fit-tools.ts'
import { modelFacts } from '../../wire/model-family.ts'
import { settleThinking, type Wish } from './settle-thinking.ts'

export interface FittedChat {
  readonly chat: JsonObject
  /** Parameters that were left out or changed. */
  readonly dropped: readonly string[]
}

/** `model` is the model itself, where the requested name hides it. */
export function fitToModel(
  body: JsonObject,
  context: AdapterContext,
  report: ReportConversionError,
  model: string = context.model,
): FittedChat {
  const facts = modelFacts(model, context.provider)
  const { thinking: form = UNKNOWN.thinking, refuses = [], language = UNKNOWN.language } = facts ?? {}
  const words = language === undefined ? {} : { language }
  // The dialect has no JSON mode.
  const lacks = [...(facts?.lacks ?? []), 'json-mode' as const]
  const { reasoning_effort: level = null, thinking = null, [SUMMARY]: summary = null, ...others } = body
  if (level !== null && !LEVELS.has(level))
    report(`reasoning_effort must be one of ${[...LEVELS].join(', ')}.`, 'reasoning_effort')
  const wish: Wish = {
    level: typeof level === 'string' ? level : undefined,
    thinking: isObject(thinking) ? thinking : undefined,
    isShown: !context.strict,
    limit: outputLimitOf(name => body[name]),
    defaultLimit: asCount(context.defaults['max_tokens']),
    forbidsBudget: forbidsBudget(body),
  }
  const settled = settleThinking(wish, form)
  const chat: Record<string, Json> = others
  if (settled.thinking !== undefined) chat['thinking'] = settled.thinking
  if (settled.effort !== undefined)
    chat['output_config'] = { effort: settled.effort, ...asObject(others['output_config']) }
  if (settled.limit !== undefined) {
    delete chat['max_tokens']
    chat['max_completion_tokens'] = settled.limit
  }
  const thinks = THINKS.has(asObject(settled.thinking)['type'])
  const sampling = fitSampling(chat, refuses, thinks)
  for (const name of SAMPLING) delete chat[name]
  Object.assign(chat, sampling.fields)
  const messages = fitMessages(chat['messages'])
  if (messages !== undefined) chat['messages'] = messages
  if (lacks.includes('prefill') && isPrefilled(messages))
    report(`${model} does not continue a reply: the last message must not be of the assistant.`, 'messages')
  const draft = new ChatDraft(name => chat[name])
  fitFormat(draft, { lacks, ...words }, schemaFitters)
  schemaFitters.tools(draft, { lacks, ...words })
  fitForcedTool(draft, lacks)
  const edits = draft.edits({})
  return {
    chat: present({ ...chat, ...edits?.fields }),
    dropped: [
      ...settled.dropped,
      ...(summary === null || thinks ? [] : [SUMMARY]),
      ...sampling.dropped,
      ...(edits?.dropped ?? []),
    ],
  }
}

/** The summary that a client of Responses asks for, as an extension of the chat. */
const SUMMARY = 'reasoning_summary'

const LEVELS: ReadonlySet<Json> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

/** A deployment may have any name: its parameters pass, with thinking as the newest models take it. */
const UNKNOWN: { readonly thinking: Thinking } & Pick<FamilyFacts, 'language'> = {
  thinking: { form: 'none' },
  ...modelFacts('claude-', undefined),
}

const THINKS: ReadonlySet<Json | undefined> = new Set(['enabled', 'adaptive'])

/**
 * Where the dialect rejects thinking with a budget: beside a forced tool, before a turn that is already
 * begun, and in a round of tool calls whose thinking did not come back. The adaptive form has none of these
 * restrictions.
 */
function forbidsBudget(body: JsonObject): boolean {
  if (forcesTool(body)) return true
  const messages = asList(body['messages']).filter(isObject)
  if (messages.at(-1)?.['role'] === 'assistant') return true
  const lastReply = messages.findLast(message => message['role'] === 'assistant')
  return lastReply !== undefined && asList(lastReply['tool_calls']).length > 0 && !hasThinking(lastReply)
}

function forcesTool({ tools, tool_choice: choice = null }: JsonObject): boolean {
  if (asList(tools).length === 0) return false
  const { type, allowed_tools: allowed } = asObject(choice)
  return choice === 'required' || type === 'function' || asObject(allowed)['mode'] === 'required'
}

/** Thinking counts with its signature only. */
const hasThinking = ({ content, content_blocks: blocks }: JsonObject): boolean =>
  [...asList(blocks), ...asList(content)].some(block => {
    const { type, signature = '' } = asObject(block)
    return type === 'redacted_thinking' || (type === 'thinking' && signature !== '')
  })

interface FittedSampling {
  readonly fields: JsonObject
  /** Parameters that were left out or changed. */
  readonly dropped: readonly string[]
}

const SAMPLING = ['temperature', 'top_p', 'top_k']

/** The vendor's range ends at 2. */
const HIGHEST_TEMPERATURE = 1

/**
 * Sampling parameters as far as Claude accepts them: temperatures up to 1, and not both temperature and
 * top_p. `refuses` names what the model rejects; while it thinks, it samples at temperature 1 from nearly all
 * tokens.
 */
export function fitSampling(chat: JsonObject, refuses: readonly string[], thinks: boolean): FittedSampling {
  const fields: Record<string, Json> = {}
  const dropped: string[] = []
  for (const name of SAMPLING) {
    const value = chat[name] ?? null
    if (value === null) continue
    const isTooHigh = name === 'temperature' && isAbove(value)
    if (refuses.includes(name) || (thinks && !isKeptWhileThinking(name, value))) dropped.push(name)
    else if (name === 'top_p' && fields['temperature'] !== undefined) {
      // All tokens are the default.
      if (value !== 1) dropped.push(name)
    } else {
      fields[name] = isTooHigh ? HIGHEST_TEMPERATURE : value
      if (isTooHigh) dropped.push(name)
    }
  }
  return { fields, dropped }
}

const isAbove = (value: Json): boolean =>
  typeof value === 'number' && value > HIGHEST_TEMPERATURE && value <= 2

const isKeptWhileThinking = (name: string, value: Json): boolean =>
  (name === 'temperature' && value === 1) || (name === 'top_p' && Number(value) >= 0.95)

/** Messages as far as Claude accepts them. */
export const fitMessages = (messages: Json | undefined): Json | undefined =>
  isList(messages) ? [...messages.slice(0, -1), ...messages.slice(-1).map(withoutTrailingSpace)] : messages

/** Whether the client began the reply that the model is to continue. */
function isPrefilled(messages: Json | undefined): boolean {
  const last = isList(messages) ? messages.at(-1) : undefined
  return isObject(last) && last['role'] === 'assistant' && (last['tool_calls'] ?? null) === null
}

/** A reply that the client began must not end with white space, which the model writes itself. */
function withoutTrailingSpace(message: Json): Json {
  if (!isObject(message) || message['role'] !== 'assistant') return message
  const { content } = message
  if (typeof content === 'string') return { ...message, content: content.trimEnd() }
  if (!isList(content)) return message
  const last = content.at(-1)
  if (!isObject(last) || typeof last['text'] !== 'string') return message
  return { ...message, content: [...content.slice(0, -1), { ...last, text: last['text'].trimEnd() }] }
}
