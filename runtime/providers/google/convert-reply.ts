// A whole reply of `generateContent` → a chat completion.
import type { JsonObject } from '../../../schemas/values/json.ts'
import {
  asCount,
  asList,
  asText,
  isList,
  isObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { blockFields } from '../../wire/block-fields.ts'
import { chatChoice, chatCompletion, chatMessage, type ToolCall } from '../../wire/chat.ts'
import { type BlockDelta, completeBlocks } from './block-accumulator.ts'
import { convertLogprobs } from './convert-logprobs.ts'
import { convertUsage, searchesOf } from './convert-usage.ts'
import { blockedPrompt, type CandidateFinish, candidateFinish, malformedCall } from './finish.ts'
import { isEmptyPart, messageSignature, parseParts } from './parse-parts.ts'
import { readError } from './read-error.ts'
import { toExtraContent } from './thought-signatures.ts'
import { type AssignCallId, createCallIdAssigner } from './tool-call-ids.ts'

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
