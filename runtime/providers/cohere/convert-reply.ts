// A whole reply → a chat completion; and its failures and token counts, which streams report in the same form.
import {
  asCount,
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  writeJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext, VendorError } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { unlistedFields } from '../../values/prices/read-usage.ts'
import type { ToolCall } from '../../wire/chat.ts'
import { toChatCompletion, unreadableReply } from '../../wire/chat-completion.ts'
import { vendorError } from '../../wire/error.ts'
import { callArguments } from '../../wire/history.ts'
import { usageShape } from '../../wire/usage.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return unreadableReply("The provider's reply is not a JSON object.")
  const { message, finish_reason: reason } = body
  if (!isObject(message)) return unreadableReply(vendorError(body, 200).message)
  const error = generationError(body)
  if (error !== undefined) return unreadableReply(error.message)
  const { content, tool_plan: plan, citations } = message
  const calls = asList(message['tool_calls']).filter(isObject).map(toolCall(context.identifier))
  const contentBlocks = typeof content === 'string' ? textBlocks(content) : asList(content).filter(isObject)
  const blocks = [...contentBlocks, ...textBlocks(asText(plan) ?? '')]
  return toChatCompletion(
    {
      id: asText(body['id']) ?? `chatcmpl-${context.identifier}`,
      model: context.model,
      text: blocks.map(textOf).join(''),
      calls,
      blocks: [...blocks, ...calls.map(useOf)],
      extra: isList(citations) ? { citations } : {},
      nativeReason: asText(reason),
      usage: convertUsage(body['usage'], context.strict),
    },
    context,
  )
}

const textBlocks = (text: string): readonly JsonObject[] => (text === '' ? [] : [{ type: 'text', text }])

const textOf = ({ type, text }: JsonObject): string => (type === 'text' ? (asText(text) ?? '') : '')

/** Arguments of a tool without any are `null` or absent; invalid JSON passes as the model wrote it. */
const toolCall =
  (identifier: string) =>
  (call: JsonObject, index: number): ToolCall => {
    const { name, arguments: written } = asObject(call['function'])
    const input = callArguments(written)
    const isEmpty = input !== undefined && Object.keys(input).length === 0
    return {
      id: asText(call['id']) ?? `call_${identifier}_${index}`,
      name: asText(name) ?? '',
      arguments: isEmpty ? '{}' : (asText(written) ?? writeJson(written ?? {})),
    }
  }

const useOf = (call: ToolCall): JsonObject => ({
  type: 'tool_use',
  id: call.id,
  name: call.name,
  input: callArguments(call.arguments) ?? {},
})

const failureMessages: ReadonlyMap<string, string> = new Map([
  ['ERROR', 'The provider failed while generating the reply.'],
  ['TIMEOUT', 'The provider timed out while generating the reply.'],
])

/**
 * Failures that the dialect reports as finish reasons with a success status: the generation failed or timed
 * out. Read from a whole reply or from the `delta` at the end of a stream.
 */
export function generationError(ending: JsonObject): VendorError | undefined {
  const reason = asText(ending['finish_reason']) ?? ''
  const errorText = asText(ending['error'])
  const message = errorText ?? failureMessages.get(reason)
  if (message === undefined) return undefined
  return { message: message, type: 'upstream_error', code: reason === 'TIMEOUT' ? 504 : 500 }
}

/** Images are sold as tokens of the input. */
function billedTokens(paid: JsonObject): JsonObject | undefined {
  const input = asCount(paid['input_tokens'])
  const images = asCount(paid['image_tokens']) ?? 0
  return input === undefined
    ? undefined
    : { input_tokens: input + images, output_tokens: asCount(paid['output_tokens']) ?? 0 }
}

/**
 * Token counts → OpenAI's. The dialect counts twice: what the model read and wrote (`tokens`, including the
 * prompt template), which is what OpenAI counts, and what is billed (`billed_units`), by which it is priced.
 * Not strict, billed units are included.
 */
export function convertUsage(usage: Json | undefined, strict: boolean): JsonObject {
  const whole = asObject(usage)
  const { tokens, billed_units: billed, cached_tokens: cached } = whole
  const counts = asObject(tokens)
  const paid = asObject(billed)
  // Image tokens are counted separately from those of the text.
  const read = asCount(counts['input_tokens'])
  const shape = usageShape({
    prompt:
      read === undefined
        ? (asCount(paid['input_tokens']) ?? 0)
        : read + (asCount(counts['image_tokens']) ?? 0),
    completion: asCount(counts['output_tokens']) ?? asCount(paid['output_tokens']) ?? 0,
    cached: asCount(cached),
    reasoning: asCount(counts['reasoning_tokens']),
    besides: {
      billed: billedTokens(paid),
      search_units: asCount(paid['search_units']),
      images: asCount(paid['images']),
      unlisted: unlistedFields('cohere', whole),
    },
  })
  return strict || !isObject(billed) ? shape : { ...shape, billed_units: billed }
}
