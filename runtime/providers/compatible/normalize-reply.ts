// A whole reply in the OpenAI schema. Fields that clients do not look for pass unchanged.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import {
  asList,
  asObject,
  asText,
  isList,
  isObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { finishReason } from '../../wire/finish-reason.ts'
import { extraFields, withoutEmptyFields } from './extra-fields.ts'
import { normalizeUsage } from './normalize-usage.ts'
import { readTextAndThinking } from './text-and-thinking.ts'

export function normalizeReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  const { choices, id, created, model, usage, ...others } = asObject(body)
  if (!isObject(body) || !isList(choices))
    return failure('invalid_upstream_reply', 'The provider did not return a chat completion.', {
      cause: 'decode',
    })
  return {
    ...extraFields(others, context.strict),
    id: asText(id) || `chatcmpl-${context.identifier}`,
    object: 'chat.completion',
    created: typeof created === 'number' && created > 0 ? created : context.now,
    model: asText(model) || context.model,
    choices: choices.map((choice, index) => normalizeChoice(choice, index, context)),
    ...(isObject(usage) ? { usage: normalizeUsage(usage) } : {}),
  }
}

function normalizeChoice(choice: Json, fallbackIndex: number, { identifier }: AdapterContext): JsonObject {
  const { index, message, finish_reason: finish, logprobs, delta: _d, text: _t, ...others } = asObject(choice)
  const calls = asList(asObject(message)['tool_calls'])
  const toolCalls = calls.map((call, callIndex) =>
    normalizeCall(call, `call_${identifier}_${fallbackIndex}_${callIndex}`),
  )
  return {
    ...others,
    index: typeof index === 'number' ? index : fallbackIndex,
    message: normalizeMessage(asObject(message), toolCalls),
    logprobs: asObject(logprobs)['content'] ? (logprobs ?? null) : null,
    finish_reason: finishReason(asText(finish), toolCalls.length > 0),
  }
}

function normalizeMessage(message: JsonObject, calls: readonly JsonObject[]): JsonObject {
  const { content, refusal, tool_calls: _calls, role: _role, ...others } = message
  const { text, thinking } = readTextAndThinking(content)
  return present({
    ...withoutEmptyFields(others),
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: asText(refusal) || null,
    reasoning_content: thinking === '' ? others['reasoning_content'] : thinking,
    tool_calls: calls.length === 0 ? undefined : calls,
  })
}

/** A tool call of a whole reply; `fallback` is its id where the provider sends none. */
function normalizeCall(call: Json, fallback: string): JsonObject {
  const { index: _index, id, type: _type, function: calledFunction, ...others } = asObject(call)
  const { name, arguments: rawArguments, ...more } = asObject(calledFunction)
  return {
    ...others,
    id: asText(id) || fallback,
    type: 'function',
    function: { ...more, name: asText(name) ?? '', arguments: completeArguments(rawArguments) },
  }
}

/** Arguments as a string with a JSON object: an object is serialized, missing ones are those of a tool without any. */
function completeArguments(value: Json | undefined): string {
  if (isObject(value)) return writeJson(value)
  const text = asText(value)?.trim()
  return text === undefined || text === '' || text === 'null' ? '{}' : (asText(value) ?? '{}')
}
