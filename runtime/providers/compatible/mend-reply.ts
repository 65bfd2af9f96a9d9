// A whole reply in the OpenAI schema. Fields that clients do not look for pass unchanged.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { finishReason } from '../wire/finish-reason.ts'
import { asList, asObject, asText, isList, isObject, present } from '../wire/json.ts'
import { readContent } from './content-parts.ts'
import { extrasOf, withoutHollow } from './extras.ts'
import { mendCall } from './mend-call.ts'
import { mendUsage } from './mend-usage.ts'

export function mendReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  const { choices, id, created, model, usage, ...others } = asObject(body)
  if (!isObject(body) || !isList(choices))
    return failure('invalid_upstream_reply', 'The provider did not return a chat completion.', {
      cause: 'decode',
    })
  return {
    ...extrasOf(others, context.strict),
    id: asText(id) || `chatcmpl-${context.identifier}`,
    object: 'chat.completion',
    created: typeof created === 'number' && created > 0 ? created : context.now,
    model: asText(model) || context.model,
    choices: choices.map((choice, index) => mendChoice(choice, index, context)),
    ...(isObject(usage) ? { usage: mendUsage(usage) } : {}),
  }
}

function mendChoice(choice: Json, place: number, { identifier }: AdapterContext): JsonObject {
  const { index, message, finish_reason: finish, logprobs, delta: _d, text: _t, ...others } = asObject(choice)
  const calls = asList(asObject(message)['tool_calls'])
  const mended = calls.map((call, at) => mendCall(call, `call_${identifier}_${place}_${at}`))
  return {
    ...others,
    index: typeof index === 'number' ? index : place,
    message: mendMessage(asObject(message), mended),
    logprobs: asObject(logprobs)['content'] ? (logprobs ?? null) : null,
    finish_reason: finishReason(asText(finish), mended.length > 0),
  }
}

function mendMessage(message: JsonObject, calls: readonly JsonObject[]): JsonObject {
  const { content, refusal, tool_calls: _calls, role: _role, ...others } = message
  const { text, thinking } = readContent(content)
  return present({
    ...withoutHollow(others),
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: asText(refusal) || null,
    reasoning_content: thinking === '' ? others['reasoning_content'] : thinking,
    tool_calls: calls.length === 0 ? undefined : calls,
  })
}
