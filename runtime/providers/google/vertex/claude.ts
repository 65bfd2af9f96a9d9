// Claude at Vertex AI: Anthropic messages, with the version in the body and the model in the path. Chats are
// translated; messages and token counts in Anthropic's dialect pass through.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, present } from '../../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../../values/adapter.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { claudeThinking, type HistoryEdits, ownHistory } from '../../../wire/fit-history.ts'
import { betaNames, unknownBetas } from '../../anthropic/beta-names.ts'
import { convertReply } from '../../anthropic/convert-reply.ts'
import { convertRequest } from '../../anthropic/convert-request.ts'
import { fitMessage } from '../../anthropic/fit-message.ts'
import { mapStream } from '../../anthropic/map-stream.ts'
import { vertexModelPath } from './vertex-endpoint.ts'

/** True for `claude-...`, with or without its publisher. */
export const isClaude = (model: string): boolean => /^(anthropic\/)?claude/.test(model)

export const claude: EndpointAdapter = { request: writeChat, reply: convertReply, stream: mapStream }

/** Native Anthropic messages; other models go through the chat translation. */
export const claudeMessages: EndpointAdapter = {
  supportsModel: isClaude,
  requestOnly: true,
  request: (body, context) => {
    const { fields, dropped } = ownHistory(name => body[name], claudeThinking(context.facts?.thinking))
    const tools = withoutUnknownParts(body['tools'], context)
    const own = present({ ...body, ...fields, ...tools.fields })
    const lost = [...dropped, ...tools.dropped]
    if (context.choosesModel !== true) return writeMessage(own, context, lost)
    const fitted = fitMessage(name => own[name], context.facts, context.model)
    return writeMessage(present({ ...own, ...fitted.fields }), context, [...lost, ...fitted.dropped])
  },
  reply: asObject,
}

/** What a feature of Anthropic's own API brings to tools and Vertex AI lacks; the search for tools has a feature of its own there. */
const PARTS_OF_FEATURES: ReadonlyMap<string, readonly string[]> = new Map([
  ['advanced-tool-use-2025-11-20', ['input_examples', 'allowed_callers']],
])

/** The tools without what belongs to features that are left out: it is rejected without them. */
function withoutUnknownParts(
  tools: Json | undefined,
  { unknownBetas: unknown = [] }: AdapterContext,
): HistoryEdits {
  const parts = unknown.flatMap(name => PARTS_OF_FEATURES.get(name) ?? [])
  const lost = parts.filter(part => asList(tools).some(tool => part in asObject(tool)))
  if (lost.length === 0) return { fields: {}, dropped: [] }
  const without = (tool: Json): Json =>
    Object.fromEntries(Object.entries(asObject(tool)).filter(([name]) => !lost.includes(name)))
  return { fields: { tools: asList(tools).map(without) }, dropped: lost.map(part => `tools.${part}`) }
}

function writeChat(
  { anthropic_beta: betas = null, ...chat }: JsonObject,
  context: AdapterContext,
): ProviderBody | Failure {
  const converted = convertRequest(chat, context)
  if (isFailure(converted)) return converted
  return writeMessage({ ...converted.body, anthropic_beta: betas }, context, converted.dropped)
}

const API_VERSION: JsonObject = { anthropic_version: 'vertex-2023-10-16' }

function writeMessage(
  { model: _, anthropic_beta: requested, ...message }: JsonObject,
  context: AdapterContext,
  dropped: readonly string[],
): ProviderBody | Failure {
  const endpoint = vertexModelPath('anthropic', context)
  if (isFailure(endpoint)) return endpoint
  const verb = context.stream ? 'streamRawPredict' : 'rawPredict'
  const betas = [...new Set([...(context.betas ?? []), ...betaNames(requested)])]
  const body = { ...API_VERSION, ...message, ...(betas.length === 0 ? {} : { anthropic_beta: betas }) }
  return { body, dropped: [...dropped, ...unknownBetas(context)], path: `${endpoint.path}:${verb}` }
}

/** One path counts for all Claude models, so the model is in the body. */
export function countClaudeTokens(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { model, settings } = context
  const endpoint = vertexModelPath('anthropic', { model: 'count-tokens', settings })
  if (isFailure(endpoint)) return endpoint
  const { fields } = ownHistory(name => body[name], claudeThinking(context.facts?.thinking))
  const counted = {
    ...API_VERSION,
    ...present({ ...body, ...fields }),
    model: model.replace(/^anthropic\//, ''),
  }
  return { body: counted, dropped: unknownBetas(context), path: `${endpoint.path}:rawPredict` }
}
