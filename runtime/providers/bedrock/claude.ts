// Claude at Converse: what its own dialect has and Converse lacks goes into the additional fields of the model.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { present } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { modelFacts } from '../../wire/model-family.ts'
import { betaNames } from '../anthropic/beta-names.ts'
import { type FittedChat, fitToModel } from '../anthropic/fit-to-model.ts'
import { foundationModel, makerOf } from './model.ts'

export const isClaude = (context: AdapterContext): boolean =>
  makerOf(foundationModel(context)) === 'anthropic'

/** The chat in the dialect's own words, which Claude takes as additional fields; without beta features for other models. */
export function fitToClaude(
  body: JsonObject,
  context: AdapterContext,
  report: ReportConversionError,
): FittedChat {
  if (!isClaude(context)) return withoutClaudeFields(body, context)
  const { anthropic_beta: requested = null, ...others } = body
  const { chat, dropped } = fitToModel(others, context, report, foundationModel(context))
  const betas = [...new Set([...(context.betas ?? []), ...betaNames(requested)])]
  const unknown = (context.unknownBetas ?? []).map(name => `anthropic_beta.${name}`)
  return {
    chat: present({ ...chat, anthropic_beta: betas.length === 0 ? undefined : betas }),
    dropped: [...dropped, ...unknown],
  }
}

/** Fields that only Claude has. */
const CLAUDE_FIELDS = ['anthropic_beta', 'thinking', 'output_config']

/** They come from fallbacks of Claude; an opaque ARN may still be Claude, but beta features need to know. */
function withoutClaudeFields(body: JsonObject, context: AdapterContext): FittedChat {
  const isUnknown = makerOf(foundationModel(context)) === undefined && context.model.startsWith('arn:')
  const lost = (isUnknown ? ['anthropic_beta'] : CLAUDE_FIELDS).filter(name => name in body)
  const chat = Object.fromEntries(Object.entries(body).filter(([name]) => !lost.includes(name)))
  return { chat, dropped: lost.filter(name => body[name] !== null) }
}

/** Whether the model has a switch for parallel tool calls here. */
export const hasParallelSwitch = (context: AdapterContext): boolean =>
  isClaude(context) &&
  modelFacts(foundationModel(context), 'bedrock')?.refuses.includes('parallel_tool_calls') !== true

/** The switch, as additional fields; undefined beside a forced tool, where Converse rejects it. */
export const singleCall = (toolChoice: JsonObject | undefined): JsonObject | undefined =>
  toolChoice === undefined || toolChoice['auto'] !== undefined
    ? { tool_choice: { type: 'auto', disable_parallel_tool_use: true } }
    : undefined
