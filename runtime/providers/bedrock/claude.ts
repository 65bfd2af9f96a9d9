// Claude at Converse: what its own dialect has and Converse lacks goes into the additional fields of the model.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { present } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { fitToFamily } from '../../wire/fit-chat.ts'
import { foreignWordEdits } from '../../wire/foreign-words.ts'
import { betaNames, unknownBetas } from '../anthropic/beta-names.ts'
import { type FittedChat, fitToModel } from '../anthropic/fit-to-model.ts'
import { factsOfModel, foundationModel, makerOf } from './model.ts'

export const isClaude = (context: AdapterContext): boolean =>
  makerOf(foundationModel(context)) === 'anthropic'

/** The chat in the dialect's own words, which Claude takes as additional fields; for another model what its family accepts. */
export function fitToModelOfConverse(
  body: JsonObject,
  context: AdapterContext,
  report: ReportConversionError,
): FittedChat {
  if (!isClaude(context)) return fitToOther(body, context)
  const { anthropic_beta: requested = null, ...others } = body
  const { chat, dropped } = fitToModel(others, context, report, foundationModel(context))
  const betas = [...new Set([...(context.betas ?? []), ...betaNames(requested)])]
  return {
    chat: present({ ...chat, anthropic_beta: betas.length === 0 ? undefined : betas }),
    dropped: [...dropped, ...unknownBetas(context)],
  }
}

/** Fields that only Claude has. */
const CLAUDE_FIELDS = ['anthropic_beta', 'thinking', 'output_config']

/**
 * A chat for another model: fields of Claude come from fallbacks, and the rest is what the family accepts. An opaque ARN may
 * still be Claude, but beta features need to know.
 */
function fitToOther(body: JsonObject, context: AdapterContext): FittedChat {
  const facts = factsOfModel(context)
  const isUnknown = makerOf(foundationModel(context)) === undefined && context.model.startsWith('arn:')
  const foreign = (isUnknown ? ['anthropic_beta'] : CLAUDE_FIELDS).filter(name => name in body)
  const words = foreignWordEdits(foreign, name => body[name], undefined, facts?.thinking !== undefined)
  // Without facts an effort is not known to be accepted: the parameter that requests it is named.
  const isLost = facts?.thinking === undefined && words?.origins['reasoning_effort'] !== undefined
  const fields = isLost ? { ...words?.fields, reasoning_effort: undefined } : words?.fields
  const { body: chat, dropped } = fitToFamily(present({ ...body, ...fields }), facts, words?.origins)
  return { chat, dropped: [...(words?.dropped ?? []), ...(isLost ? ['thinking'] : []), ...dropped] }
}

/** Whether the model has a switch for parallel tool calls here. */
export const hasParallelSwitch = (context: AdapterContext): boolean =>
  isClaude(context) && factsOfModel(context)?.refuses.includes('parallel_tool_calls') !== true

/** The switch, as additional fields; undefined beside a forced tool, where Converse rejects it. */
export const singleCall = (toolChoice: JsonObject | undefined): JsonObject | undefined =>
  toolChoice === undefined || toolChoice['auto'] !== undefined
    ? { tool_choice: { type: 'auto', disable_parallel_tool_use: true } }
    : undefined
