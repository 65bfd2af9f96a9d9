// A chat as far as the Claude model that serves it accepts it, wherever it is hosted: thinking in the form of its family,
// and without parameters that it rejects. The result uses the dialect's own words, which all hosts pass on.
import type { Thinking } from '../../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject, isObject, present } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { FamilyFacts } from '../../values/family-facts.ts'
import { ChatDraft } from '../../wire/chat-draft.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { outputLimitOf } from '../../wire/efforts.ts'
import { fitFormat } from '../../wire/fit-format.ts'
import { schemaFitters } from '../../wire/fit-schemas.ts'
import { fitForcedTool } from '../../wire/fit-tools.ts'
import { modelFacts } from '../../wire/model-family.ts'
import { fitMessages, isPrefilled } from './fit-messages.ts'
import { fitSampling } from './fit-sampling.ts'
import { settleThinking, type Wish } from './settle-thinking.ts'
import { forbidsBudget } from './thinking-history.ts'

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
  const { reasoning_effort: level = null, thinking = null, ...others } = body
  if (level !== null && !LEVELS.has(level))
    report(`reasoning_effort must be one of ${[...LEVELS].join(', ')}.`, 'reasoning_effort')
  const wish: Wish = {
    level: typeof level === 'string' ? level : undefined,
    thinking: isObject(thinking) ? thinking : undefined,
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
  for (const name of ['temperature', 'top_p', 'top_k']) delete chat[name]
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
    dropped: [...settled.dropped, ...sampling.dropped, ...(edits?.dropped ?? [])],
  }
}

const LEVELS: ReadonlySet<Json> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

/** A deployment may have any name: its parameters pass, with thinking as the newest models take it. */
const UNKNOWN: { readonly thinking: Thinking } & Pick<FamilyFacts, 'language'> = {
  thinking: { form: 'none' },
  ...modelFacts('claude-', undefined),
}

const THINKS: ReadonlySet<Json | undefined> = new Set(['enabled', 'adaptive'])
