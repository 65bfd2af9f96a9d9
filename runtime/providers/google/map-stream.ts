// Events → chunks of a chat completion. Nothing marks the last event, and any event may carry a finish reason: so
// the finish is sent when the body ends. Unknown fields are ignored.
import {
  asCount,
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../../values/adapter.ts'
import { chatChunk, usageChunk } from '../../wire/chat.ts'
import { streamTruncatedError } from '../../wire/error.ts'
import { chatError } from '../../wire/error-kind.ts'
import { statusOfError } from '../../wire/error-status.ts'
import { convertLogprobs, convertUsage, searchesOf } from './convert-reply.ts'
import {
  blockedPrompt,
  type CandidateFinish,
  candidateFinish,
  malformedCall,
  nativeReason,
} from './finish.ts'
import { messageSignature, type ParsedPart, parseParts } from './parse-parts.ts'
import { readError } from './read-error.ts'
import {
  type ChoiceState,
  choiceAt,
  choiceDelta,
  choiceText,
  closeChoiceCall,
  createGeminiStreamState,
  feedCall,
  type GeminiStreamState,
  startChoice,
} from './stream-state.ts'
import { toExtraContent } from './thought-signatures.ts'

export function mapStream(context: AdapterContext): StreamMapper {
  const state = createGeminiStreamState(context)
  return {
    event: ({ data: text }) => convertEvent(parseJson(text), state),
    end: () => {
      if (state.ended) return []
      state.ended = true
      return finishStream(state)
    },
    reported: () =>
      Object.keys(state.usage ?? {}).length === 0 ? undefined : convertUsage(state.usage, context.strict),
  }
}

/** An error may come as a list, the format of streams that were not requested as events. */
function convertEvent(body: Json | undefined, state: GeminiStreamState): readonly StreamStep[] {
  if (isList(body)) return body.flatMap(item => (isObject(item) ? convertEvent(item, state) : []))
  if (state.ended || !isObject(body)) return []
  if (body['error'] !== undefined && body['error'] !== null) {
    state.ended = true
    const error = readError(body, 500)
    return [{ error: chatError(error, statusOfError(error)) }]
  }
  updateHead(body, state)
  const candidates = asList(body['candidates'])
  const [only] = candidates
  if (candidates.length === 1 && isObject(only)) return convertCandidate(only, 0, state)
  return candidates
    .filter(isObject)
    .flatMap((candidate, position) => convertCandidate(candidate, position, state))
}

function updateHead(body: JsonObject, state: GeminiStreamState): void {
  const { id, created, model } = state.head
  if (!state.headSent)
    state.head = {
      id: asText(body['responseId']) ?? id,
      created,
      model: asText(body['modelVersion']) ?? model,
    }
  // Each is complete: what a later one lacks is not there.
  if (isObject(body['usageMetadata'])) state.usage = body['usageMetadata']
  state.blocked ??= blockedPrompt(body)
}

function convertCandidate(
  candidate: JsonObject,
  position: number,
  state: GeminiStreamState,
): readonly StreamStep[] {
  const choice = choiceAt(asCount(candidate['index']) ?? position, state)
  for (const field in candidate) if (field !== 'content') choice.lastFields[field] = candidate[field] ?? null
  const pieces = parseParts(candidate)
  const [only] = pieces
  if (pieces.length === 1 && isPlainText(only, state) && candidate['logprobsResult'] === undefined)
    return choiceText(only.text, choice, state)
  const signature = messageSignature(pieces)
  const signatureField = signature === undefined ? {} : { extra_content: toExtraContent(signature) ?? null }
  return [
    ...startChoice(choice, state),
    ...pieces.flatMap(piece => convertPart(piece, choice, state)),
    ...choiceDelta(signatureField, undefined, choice, state, convertLogprobs(candidate['logprobsResult'])),
  ]
}

/** Text without anything beside it that a chunk would also contain: nearly all of a stream. */
const isPlainText = (
  piece: ParsedPart | undefined,
  { context }: GeminiStreamState,
): piece is ParsedPart & { readonly text: string } =>
  piece !== undefined &&
  context.strict &&
  'text' in piece &&
  piece.text !== '' &&
  piece.signature === undefined

function convertPart(
  piece: ParsedPart,
  choice: ChoiceState,
  state: GeminiStreamState,
): readonly StreamStep[] {
  if ('call' in piece) return feedCall(piece.call, piece.signature, choice, state)
  if ('text' in piece)
    return piece.text === '' ? [] : choiceDelta({ content: piece.text }, piece, choice, state)
  if ('thought' in piece && piece.thought === '') return []
  return choiceDelta({}, piece, choice, state)
}

function finishStream(state: GeminiStreamState): readonly StreamStep[] {
  const { context, head, blocked } = state
  if (state.choices.size === 0 && blocked !== undefined) choiceAt(0, state)
  const choices = [...state.choices.values()]
  const unfinished = choices.filter(choice => nativeReason(choice.lastFields) === undefined)
  if (choices.length === 0 || (unfinished.length > 0 && blocked === undefined))
    return [{ error: streamTruncatedError }]
  const [malformed] = choices.flatMap(choice => malformedCall(choice.lastFields) ?? [])
  if (malformed !== undefined && choices.every(choice => !choice.hasOutput))
    return [{ error: { ...streamTruncatedError, message: malformed } }]
  const searches = choices.reduce((sum, { lastFields }) => sum + searchesOf(lastFields), 0)
  const usage = { chunk: usageChunk(head, convertUsage(state.usage, context.strict, searches)) }
  return [
    ...choices.flatMap(choice => finishChoice(choice, state)),
    ...(context.includeUsage ? [usage] : []),
    'done',
  ]
}

function finishChoice(choice: ChoiceState, state: GeminiStreamState): readonly StreamStep[] {
  const closed = closeChoiceCall(choice, state)
  const nativeFinish = candidateFinish(choice.lastFields, choice.callCount > 0)
  const finish =
    nativeReason(choice.lastFields) === undefined ? (state.blocked ?? nativeFinish) : nativeFinish
  return [...closed, ...startChoice(choice, state), { chunk: lastChunk(choice.index, finish, state) }]
}

function lastChunk(
  index: number,
  { finish, refusal, native }: CandidateFinish,
  { head, context }: GeminiStreamState,
): JsonObject {
  const chunk = chatChunk(head, refusal === null ? {} : { refusal }, finish, index)
  if (context.strict) return chunk
  return { ...chunk, choices: asList(chunk['choices']).map(choice => ({ ...asObject(choice), ...native })) }
}
