// What Cohere accepts in the second version of its API.
import { asList, asObject, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'
import { SAME } from './chat-rules.ts'

export const checkCohere =
  (reasons: boolean) =>
  (body: JsonObject, { demand, only }: Demands): void => {
    only(
      body,
      `model messages stream tools tool_choice strict_tools documents citation_options response_format safety_mode
        max_tokens stop_sequences temperature seed frequency_penalty presence_penalty k p logprobs thinking
        priority`.split(/\s+/),
      'body',
    )
    for (const name of ['frequency_penalty', 'presence_penalty', 'p'])
      demand(Number(body[name] ?? 0) >= 0 && Number(body[name] ?? 0) <= 1, `${name} is out of range.`)
    const choice = body['tool_choice']
    demand(choice === undefined || choice === 'REQUIRED' || choice === 'NONE', 'tool_choice is unknown.')
    const thinking = body['thinking']
    demand(thinking === undefined || reasons, 'The model does not support thinking.')
    only(thinking ?? {}, ['type', 'token_budget'], 'thinking')
    demand(
      thinking === undefined || ['enabled', 'disabled'].includes(String(asObject(thinking)['type'])),
      'thinking.type is unknown.',
    )
    only(body['response_format'] ?? {}, ['type', 'json_schema'], 'response_format')
    for (const message of asList(body['messages']).map(asObject))
      only(message, ['role', 'content', 'tool_calls', 'tool_plan', 'tool_call_id', 'citations'], 'messages')
  }

export const COHERE_CARRIERS = {
  ...SAME(
    'max_tokens temperature tools tool_choice thinking seed presence_penalty frequency_penalty response_format',
  ),
  top_p: ['p'],
  top_k: ['k'],
  stop: ['stop_sequences'],
  stop_sequences: ['stop_sequences'],
  reasoning_effort: ['thinking'],
}
