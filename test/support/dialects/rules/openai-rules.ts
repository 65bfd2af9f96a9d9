// What OpenAI refuses in chats beside what all hosts of its schema do, as its copy at Azure, and models that reason.
import { asList, asObject } from '../../../../schemas/values/json.ts'
import { calls, each, hostRules, result, user, withMessages } from './chat-rules.ts'
import { callsOf, functionsOf } from './chat-shape.ts'
import { firstOf, type Rule, schemasIn } from './rule.ts'

/** OpenAI and its copy at Azure. */
export const openaiRules: readonly Rule[] = [
  ...hostRules(
    `model messages stream stream_options tools tool_choice parallel_tool_calls response_format max_completion_tokens
      max_tokens temperature top_p n stop user reasoning_effort metadata service_tier verbosity seed store
      safety_identifier prompt_cache_key prompt_cache_retention logprobs top_logprobs logit_bias presence_penalty
      frequency_penalty modalities prediction web_search_options`,
    'role content name tool_calls tool_call_id refusal audio function_call',
  ),
  {
    refuses: 'an id of a call of more than 40 characters',
    source: 'https://github.com/agno-agi/agno/issues/5382',
    fault: each(message =>
      firstOf([...callsOf(message).map(({ value }) => value['id']), message.value['tool_call_id']], id =>
        typeof id === 'string' && id.length > 40
          ? `Invalid '${message.at}.tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`
          : undefined,
      ),
    ),
    breaks: sound => withMessages(sound, user, calls('c'.repeat(41)), result('c'.repeat(41))),
  },
  {
    refuses: 'a strict schema with an open object or an optional property',
    source: 'https://github.com/Soju06/codex-lb/pull/495',
    fault: ({ body }) => {
      const format = asObject(asObject(body['response_format'])['json_schema'])
      const strict = [
        ...functionsOf(body).filter(({ value }) => value['strict'] === true),
        ...(format['strict'] === true
          ? [{ value: { parameters: format['schema'] ?? {} }, at: 'response_format' }]
          : []),
      ]
      return firstOf(strict, ({ value: declared, at }) =>
        firstOf(schemasIn(declared['parameters']), ({ value }) => {
          if (value['type'] !== 'object') return undefined
          if (value['additionalProperties'] !== false)
            return `Invalid schema for '${at}': 'additionalProperties' is required to be supplied and to be false.`
          const names = Object.keys(asObject(value['properties']))
          const missing = names.find(name => !asList(value['required']).includes(name))
          return (
            missing &&
            `Invalid schema for '${at}': 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
          )
        }),
      )
    },
    breaks: sound => ({
      ...sound,
      tools: [
        {
          type: 'function',
          function: {
            name: 'read',
            strict: true,
            parameters: {
              type: 'object',
              additionalProperties: false,
              properties: { path: { type: 'string' } },
            },
          },
        },
      ],
    }),
  },
]

/** Models of OpenAI that reason. */
export const reasoningRules: readonly Rule[] = [
  {
    refuses: 'max_tokens',
    source: 'https://github.com/ITSpecialist111/ai_automation_suggester/issues/38',
    fault: ({ body }) =>
      body['max_tokens'] === undefined
        ? undefined
        : "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    breaks: sound => ({ ...sound, max_tokens: 10 }),
  },
  {
    refuses: 'sampling parameters',
    source: 'https://github.com/pydantic/pydantic-ai, pydantic_ai/profiles/openai.py',
    fault: ({ body }) =>
      firstOf(
        ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logprobs', 'logit_bias'],
        name =>
          body[name] === undefined || body[name] === 1
            ? undefined
            : `Unsupported value: '${name}' does not support ${String(body[name])} with this model.`,
      ),
    breaks: sound => ({ ...sound, temperature: 0 }),
  },
]

/** Models of OpenAI that reason beside tools in responses only. */
export const toolsInResponsesRules: readonly Rule[] = [
  {
    refuses: 'tools while it reasons',
    source: 'https://github.com/danny-avila/LibreChat/issues/14231',
    fault: ({ body, model }) =>
      asList(body['tools']).length > 0 && body['reasoning_effort'] !== 'none'
        ? `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`
        : undefined,
    breaks: sound => ({
      ...sound,
      reasoning_effort: 'low',
      tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }],
    }),
  },
]
