// What providers of the OpenAI schema accept in a chat.
import { asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'

interface ChatRules {
  readonly fields: string
  readonly roles: readonly string[]
  readonly callId?: RegExp
  readonly formats?: readonly string[]
  readonly maxTemperature?: number
  readonly callChoices?: readonly string[]
}

const SHARED = `model messages stream max_tokens temperature top_p stop tools tool_choice response_format
  presence_penalty frequency_penalty`

/** The rules of a provider of the OpenAI schema; `fields` are those beside the shared ones. */
export const chatRules =
  ({ fields, roles, callId = /^.{1,128}$/, formats, maxTemperature = 2, callChoices }: ChatRules) =>
  (body: JsonObject, { demand, only }: Demands): void => {
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
      only(tool, ['type', 'function'], `tools[${index}]`)
    for (const [index, message] of asList(body['messages']).map(asObject).entries()) {
      const at = `messages[${index}]`
      demand(roles.includes(String(message['role'])), `${at}.role is ${String(message['role'])}.`)
      for (const part of asList(message['content']).map(asObject))
        only(part, ['type', 'text', 'image_url'], `${at}.content`)
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
  thinking: ['reasoning_effort', 'thinking'],
}

export const OPENAI = `max_completion_tokens reasoning_effort seed n parallel_tool_calls user metadata logprobs store
  service_tier stream_options verbosity logit_bias top_logprobs`
export const WITH_DEVELOPER = ['developer', 'system', 'user', 'assistant', 'tool']
export const WITHOUT_DEVELOPER = ['system', 'user', 'assistant', 'tool']
