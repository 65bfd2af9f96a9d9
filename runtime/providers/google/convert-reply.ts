// A whole reply of `generateContent` → a chat completion; and its token counts and log probabilities, which streams
// report in the same form.
import {
  asCount,
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { unlistedFields } from '../../values/prices/read-usage.ts'
import { blockFields } from '../../wire/block-fields.ts'
import { chatChoice, chatCompletion, chatMessage, type ToolCall } from '../../wire/chat.ts'
import { type MediaCounts, usageShape } from '../../wire/usage.ts'
import { type BlockDelta, completeBlocks } from './block-accumulator.ts'
import { blockedPrompt, type CandidateFinish, candidateFinish, malformedCall } from './finish.ts'
import {
  type AssignCallId,
  createCallIdAssigner,
  isEmptyPart,
  messageSignature,
  parseParts,
} from './parse-parts.ts'
import { readError } from './read-error.ts'
import { toExtraContent } from './thought-signatures.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  const hasError = isList(body) ? isObject(body[0]) && 'error' in body[0] : isObject(body) && 'error' in body
  if (hasError) return unreadableReply(readError(body, 200).message)
  if (!isObject(body)) return unreadableReply("The provider's reply is not a JSON object.")
  const candidates = asList(body['candidates']).filter(isObject)
  const blocked = blockedPrompt(body)
  if (candidates.length === 0 && blocked === undefined)
    return unreadableReply('The provider returned no candidates.')
  // An empty answer would look like a success, and is neither retried nor sent elsewhere.
  const [malformed] = candidates.filter(isEmptyCandidate).flatMap(each => malformedCall(each) ?? [])
  if (malformed !== undefined && candidates.every(isEmptyCandidate)) return unreadableReply(malformed)
  const assignCallId = createCallIdAssigner(context)
  const choices = candidates.map((candidate, position) =>
    choiceOf(candidate, position, assignCallId, context),
  )
  const head = {
    id: asText(body['responseId']) ?? `chatcmpl-${context.identifier}`,
    created: context.now,
    model: asText(body['modelVersion']) ?? context.model,
  }
  const searches = candidates.reduce((sum, candidate) => sum + searchesOf(candidate), 0)
  const usage = convertUsage(body['usageMetadata'], context.strict, searches)
  if (candidates.length > 0 || blocked === undefined) return chatCompletion(head, choices, usage)
  const message = chatMessage({ content: null, refusal: blocked.refusal, toolCalls: [] })
  return chatCompletion(head, [withFinish(chatChoice(0, message, blocked.finish), blocked, context)], usage)
}

const isEmptyCandidate = (candidate: JsonObject): boolean =>
  parseParts(candidate).every(piece => 'thought' in piece || isEmptyPart(piece))

const unreadableReply = (message: string): Failure =>
  failure('invalid_upstream_reply', message, { cause: 'decode' })

function choiceOf(
  candidate: JsonObject,
  position: number,
  assignCallId: AssignCallId,
  context: AdapterContext,
): JsonObject {
  const pieces = parseParts(candidate)
  const calls: ToolCall[] = []
  const blocks = pieces.flatMap((piece): readonly BlockDelta[] => {
    if (!('call' in piece)) return isEmptyPart(piece) ? [] : [piece]
    const { id, name, args } = piece.call
    if (name === undefined) return []
    const toolCall = assignCallId({
      id,
      name,
      arguments: writeJson(args),
      extraContent: toExtraContent(piece.signature),
    })
    calls.push(toolCall)
    return [{ toolCall }]
  })
  const text = pieces.map(piece => ('text' in piece ? piece.text : '')).join('')
  const finish = candidateFinish(candidate, calls.length > 0)
  const message = chatMessage({
    content: text === '' && (calls.length > 0 || finish.refusal !== null) ? null : text,
    refusal: finish.refusal,
    toolCalls: calls,
    extra: present({
      extra_content: toExtraContent(messageSignature(pieces)),
      ...(context.strict ? {} : blockFields(completeBlocks(blocks))),
    }),
  })
  const index = asCount(candidate['index']) ?? position
  const logprobs = convertLogprobs(candidate['logprobsResult'])
  return withFinish(chatChoice(index, message, finish.finish, logprobs), finish, context)
}

/** The choice with the native finish fields of a non-strict reply. */
const withFinish = (
  choice: JsonObject,
  { native }: CandidateFinish,
  { strict }: AdapterContext,
): JsonObject => (strict ? choice : { ...choice, ...native })

/**
 * Token counts → OpenAI's. Thoughts are not part of the candidates' tokens, and input of provider-run tools
 * is not part of the prompt's: including both, the sum is the dialect's own total. Not strict, cached tokens
 * are included under the name that other providers use. `searches` are the queries of grounding, which the
 * usage does not count.
 */
export function convertUsage(usage: Json | undefined, strict: boolean, searches = 0): JsonObject {
  const counts = asObject(usage)
  const count = (name: string): number => asCount(counts[name]) ?? 0
  const thoughts = count('thoughtsTokenCount')
  const cached = count('cachedContentTokenCount')
  const sent = count('promptTokenCount')
  const shape = usageShape({
    // The prompt has the cached tokens, where it is not smaller.
    prompt: sent + (cached > sent ? cached : 0) + count('toolUsePromptTokenCount'),
    completion: count('candidatesTokenCount') + thoughts,
    cached,
    reasoning: thoughts,
    inputMedia: mediaOf(counts['promptTokensDetails']),
    cachedMedia: mediaOf(counts['cacheTokensDetails']),
    outputMedia: mediaOf(counts['candidatesTokensDetails']),
    tier: tierOf(asText(counts['trafficType']) ?? asText(counts['serviceTier'])),
    besides: {
      tool_calls: searches > 0 ? { web_search: searches } : undefined,
      unlisted: unlistedFields('gemini', counts),
    },
  })
  return strict ? shape : { ...shape, cache_read_input_tokens: cached }
}

/** The searches of the web that a candidate is grounded in. */
export const searchesOf = (candidate: JsonObject): number =>
  asList(asObject(candidate['groundingMetadata'])['webSearchQueries']).filter(
    query => asText(query) !== undefined && query !== '',
  ).length

/** The tokens by modality; documents are counted as images. */
function mediaOf(details: Json | undefined): MediaCounts | undefined {
  const parts = asList(details).map(asObject)
  if (parts.length === 0) return undefined
  const count = (...names: readonly string[]): number =>
    parts
      .filter(({ modality }) => names.includes(asText(modality) ?? ''))
      .reduce((sum, { tokenCount }) => sum + (asCount(tokenCount) ?? 0), 0)
  return { audio: count('AUDIO'), image: count('IMAGE', 'DOCUMENT'), video: count('VIDEO') }
}

/** `ON_DEMAND_FLEX` and `flex` are one; what is on demand is standard. */
const tierOf = (traffic: string | undefined): string | undefined =>
  traffic === undefined || /^(?:TRAFFIC_TYPE_UNSPECIFIED|ON_DEMAND)$/.test(traffic)
    ? undefined
    : traffic.replace(/^ON_DEMAND_/, '').toLowerCase()

/**
 * Log probabilities → OpenAI's. The dialect does not include the bytes of a token. Null if a candidate has
 * none.
 */
export function convertLogprobs(result: Json | undefined): JsonObject | null {
  const { chosenCandidates: chosen, topCandidates: top } = asObject(result)
  const tokens = asList(chosen)
  if (tokens.length === 0) return null
  return {
    content: tokens.map((token, index) => ({
      ...tokenLogprob(token),
      top_logprobs: asList(asObject(asList(top)[index])['candidates']).map(tokenLogprob),
    })),
    refusal: null,
  }
}

function tokenLogprob(token: Json): JsonObject {
  const { token: text, logProbability: probability } = asObject(token)
  return {
    token: asText(text) ?? '',
    logprob: typeof probability === 'number' ? probability : 0,
    bytes: null,
  }
}
