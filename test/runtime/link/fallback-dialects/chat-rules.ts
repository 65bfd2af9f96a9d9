// What providers of the OpenAI schema accept in a chat.
import { asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'
import { checkModel, type ModelRules } from './model-rules.ts'

interface ChatRules extends ModelRules {
  /** Fields beside the shared ones; those that the model rejects are in `refuses`. */
  readonly fields: string
  readonly roles: readonly string[]
  readonly callId?: RegExp
  readonly formats?: readonly string[]
  readonly maxTemperature?: number
  readonly callChoices?: readonly string[]
  /** Whether parts and tools may have marks for a cache. */
  readonly cacheMarks?: boolean
}

const SHARED = `model messages stream max_tokens temperature top_p stop tools tool_choice response_format
  presence_penalty frequency_penalty`

/** The rules of a provider of the OpenAI schema; `fields` are those beside the shared ones. */
export const chatRules =
  ({
    fields,
    roles,
    callId = /^.{1,128}$/,
    formats,
    maxTemperature = 2,
    callChoices,
    cacheMarks,
    ...model
  }: ChatRules) =>
  (body: JsonObject, demands: Demands): void => {
    const { demand, only } = demands
    checkModel(body, model, demands)
    const marks = cacheMarks === true ? ['cache_control'] : []
    only(body, `${SHARED} ${fields}`.split(/\s+/), 'body')
    demand(Number(body['temperature'] ?? 0) <= maxTemperature, 'temperature is too high.')
    demand(body['tools'] !== undefined || body['tool_choice'] === undefined, 'tool_choice requires tools.')
    const choice = asText(body['tool_choice'])
    demand(
      choice === undefined || (callChoices?.includes(choice) ?? true),
      `tool_choice ${choice} is unknown.`,
    )
    const format = asText(asObject(body['response_format'])['type'])
    demand(
      format === undefined || (formats?.includes(format) ?? true),
      `response_format ${format} is unknown.`,
    )
    for (const [index, tool] of asList(body['tools']).entries())
      only(tool, ['type', 'function', ...marks], `tools[${index}]`)
    for (const [index, message] of asList(body['messages']).map(asObject).entries()) {
      const at = `messages[${index}]`
      demand(roles.includes(String(message['role'])), `${at}.role is ${String(message['role'])}.`)
      for (const part of asList(message['content']).map(asObject))
        only(part, ['type', 'text', 'image_url', ...marks], `${at}.content`)
      const ids = [
        ...asList(message['tool_calls']).map(each => asObject(each)['id']),
        message['tool_call_id'],
      ]
      for (const id of ids)
        demand(id === undefined || callId.test(String(id)), `${at}: ${String(id)} is not a valid id.`)
    }
  }

/** Fields of the same name carry these parameters. */
export const SAME = (names: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(names.split(/\s+/).map(name => [name, [name]]))

export const CHAT_CARRIERS = {
  ...SAME(`${SHARED} n parallel_tool_calls reasoning_effort seed`),
  max_tokens: ['max_tokens', 'max_completion_tokens'],
  stop_sequences: ['stop'],
  thinking: ['reasoning_effort', 'thinking', 'enable_thinking'],
  reasoning_effort: ['reasoning_effort', 'thinking', 'enable_thinking'],
  top_k: ['top_k'],
  logprobs: ['logprobs'],
  top_logprobs: ['top_logprobs'],
  logit_bias: ['logit_bias'],
}

export const OPENAI = `max_completion_tokens reasoning_effort seed n parallel_tool_calls user metadata logprobs store
  service_tier stream_options verbosity logit_bias top_logprobs`
export const WITH_DEVELOPER = ['developer', 'system', 'user', 'assistant', 'tool']
export const WITHOUT_DEVELOPER = ['system', 'user', 'assistant', 'tool']
