// A whole reply of `generateContent` → a chat completion.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { chatChoice, chatMessage, chatReply, type ToolCall } from '../wire/chat.ts'
import { asCount, asList, asText, isList, isObject, present, writeJson } from '../wire/json.ts'
import { type BlockPiece, wholeBlocks } from './blocks.ts'
import { convertLogprobs } from './convert-logprobs.ts'
import { convertUsage } from './convert-usage.ts'
import { blockedPrompt, type Ending, endingOf } from './ending.ts'
import { callMaker, type MakeCall } from './make-call.ts'
import { readError } from './read-error.ts'
import { isEmpty, messageSignature, readPieces } from './read-pieces.ts'
import { carrySignature } from './signatures.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  const holdsError = isList(body)
    ? isObject(body[0]) && 'error' in body[0]
    : isObject(body) && 'error' in body
  if (holdsError) return misunderstood(readError(body, 200).message)
  if (!isObject(body)) return misunderstood("The provider's reply is not a JSON object.")
  const candidates = asList(body['candidates']).filter(isObject)
  const blocked = blockedPrompt(body)
  if (candidates.length === 0 && blocked === undefined)
    return misunderstood('The provider returned no candidates.')
  const makeCall = callMaker(context)
  const choices = candidates.map((candidate, place) => choiceOf(candidate, place, makeCall, context))
  const head = {
    id: asText(body['responseId']) ?? `chatcmpl-${context.identifier}`,
    created: context.now,
    model: asText(body['modelVersion']) ?? context.model,
  }
  const usage = convertUsage(body['usageMetadata'], context.strict)
  if (candidates.length > 0 || blocked === undefined) return chatReply(head, choices, usage)
  const message = chatMessage({ content: null, refusal: blocked.refusal, toolCalls: [] })
  return chatReply(head, [ended(chatChoice(0, message, blocked.finish), blocked, context)], usage)
}

const misunderstood = (message: string): Failure =>
  failure('invalid_upstream_reply', message, { cause: 'decode' })

function choiceOf(
  candidate: JsonObject,
  place: number,
  makeCall: MakeCall,
  context: AdapterContext,
): JsonObject {
  const pieces = readPieces(candidate)
  const calls: ToolCall[] = []
  const blocks = pieces.flatMap((piece): readonly BlockPiece[] => {
    if (!('call' in piece)) return isEmpty(piece) ? [] : [piece]
    const { id, name, args } = piece.call
    if (name === undefined) return []
    const made = makeCall({
      id,
      name,
      arguments: writeJson(args),
      extraContent: carrySignature(piece.signature),
    })
    calls.push(made)
    return [{ made }]
  })
  const text = pieces.map(piece => ('text' in piece ? piece.text : '')).join('')
  const ending = endingOf(candidate, calls.length > 0)
  const message = chatMessage({
    content: text === '' && (calls.length > 0 || ending.refusal !== null) ? null : text,
    refusal: ending.refusal,
    toolCalls: calls,
    extra: present({
      extra_content: carrySignature(messageSignature(pieces)),
      content_blocks: context.strict ? undefined : wholeBlocks(blocks),
    }),
  })
  const index = asCount(candidate['index']) ?? place
  const logprobs = convertLogprobs(candidate['logprobsResult'])
  return ended(chatChoice(index, message, ending.finish, logprobs), ending, context)
}

/** The choice with the native finish fields of a non-strict reply. */
const ended = (choice: JsonObject, { native }: Ending, { strict }: AdapterContext): JsonObject =>
  strict ? choice : { ...choice, ...native }
