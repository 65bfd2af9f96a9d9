// Events → chunks of a chat completion. Nothing marks the last event, and any event may carry a finish reason: so
// the finish is sent when the body ends. Unknown fields are ignored.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../adapter.ts'
import { chatChunk, usageChunk } from '../wire/chat.ts'
import { cutStream } from '../wire/error.ts'
import { asCount, asList, asObject, asText, isList, isObject, parseJson } from '../wire/json.ts'
import { convertLogprobs } from './convert-logprobs.ts'
import { convertUsage } from './convert-usage.ts'
import { blockedPrompt, type Ending, endingOf, nativeReason } from './ending.ts'
import { readError } from './read-error.ts'
import { messageSignature, type Piece, readPieces } from './read-pieces.ts'
import { carrySignature } from './signatures.ts'
import {
  beginProgress,
  type Choice,
  choiceAt,
  closeCall,
  deltaStep,
  feedCall,
  openChoice,
  type Progress,
} from './stream-progress.ts'

export function mapStream(context: AdapterContext): StreamMapper {
  const progress = beginProgress(context)
  return {
    event: ({ data: text }) => feed(parseJson(text), progress),
    end: () => {
      if (progress.over) return []
      progress.over = true
      return endReply(progress)
    },
  }
}

/** An error may come as a list, the format of streams that were not requested as events. */
function feed(body: Json | undefined, progress: Progress): readonly StreamStep[] {
  if (isList(body)) return body.flatMap(item => (isObject(item) ? feed(item, progress) : []))
  if (progress.over || !isObject(body)) return []
  if (body['error'] !== undefined && body['error'] !== null) {
    progress.over = true
    return [{ error: readError(body, 500) }]
  }
  heedHead(body, progress)
  return asList(body['candidates'])
    .filter(isObject)
    .flatMap((candidate, place) => feedCandidate(candidate, place, progress))
}

function heedHead(body: JsonObject, progress: Progress): void {
  const { id, created, model } = progress.head
  // Fixed once sent: all chunks of a stream must agree on it.
  if (![...progress.choices.values()].some(choice => choice.opened))
    progress.head = {
      id: asText(body['responseId']) ?? id,
      created,
      model: asText(body['modelVersion']) ?? model,
    }
  progress.usage = { ...progress.usage, ...asObject(body['usageMetadata']) }
  progress.blocked ??= blockedPrompt(body)
}

function feedCandidate(candidate: JsonObject, place: number, progress: Progress): readonly StreamStep[] {
  const choice = choiceAt(asCount(candidate['index']) ?? place, progress)
  const { content: _, ...ending } = candidate
  choice.ending = { ...choice.ending, ...ending }
  const pieces = readPieces(candidate)
  const signature = messageSignature(pieces)
  const carried = signature === undefined ? {} : { extra_content: carrySignature(signature) ?? null }
  return [
    ...openChoice(choice, progress),
    ...pieces.flatMap(piece => feedPiece(piece, choice, progress)),
    ...deltaStep(carried, undefined, choice, progress, convertLogprobs(candidate['logprobsResult'])),
  ]
}

function feedPiece(piece: Piece, choice: Choice, progress: Progress): readonly StreamStep[] {
  if ('call' in piece) return feedCall(piece.call, piece.signature, choice, progress)
  if ('text' in piece)
    return piece.text === '' ? [] : deltaStep({ content: piece.text }, piece, choice, progress)
  if ('thought' in piece && piece.thought === '') return []
  return deltaStep({}, piece, choice, progress)
}

function endReply(progress: Progress): readonly StreamStep[] {
  const { context, head, blocked } = progress
  if (progress.choices.size === 0 && blocked !== undefined) choiceAt(0, progress)
  const choices = [...progress.choices.values()]
  const endless = choices.filter(choice => nativeReason(choice.ending) === undefined)
  if (choices.length === 0 || (endless.length > 0 && blocked === undefined)) return [{ error: cutStream }]
  const usage = { chunk: usageChunk(head, convertUsage(progress.usage, context.strict)) }
  return [
    ...choices.flatMap(choice => endChoice(choice, progress)),
    ...(context.includeUsage ? [usage] : []),
    'done',
  ]
}

function endChoice(choice: Choice, progress: Progress): readonly StreamStep[] {
  const closed = closeCall(choice, progress)
  const own = endingOf(choice.ending, choice.calls > 0)
  const ending = nativeReason(choice.ending) === undefined ? (progress.blocked ?? own) : own
  return [...closed, ...openChoice(choice, progress), { chunk: lastChunk(choice.index, ending, progress) }]
}

function lastChunk(
  index: number,
  { finish, refusal, native }: Ending,
  { head, context }: Progress,
): JsonObject {
  const chunk = chatChunk(head, refusal === null ? {} : { refusal }, finish, index)
  if (context.strict) return chunk
  return { ...chunk, choices: asList(chunk['choices']).map(choice => ({ ...asObject(choice), ...native })) }
}
