// What single hosts of the OpenAI schema refuse in chats.
import { asObject } from '../../../../schemas/values/json.ts'
import {
  calls,
  each,
  hostRules,
  result,
  textOnly,
  user,
  withMessages,
  withoutDeveloper,
} from './chat-rules.ts'
import { callsOf, messagesOf, roleOf } from './chat-shape.ts'
import { firstOf, type Rule } from './rule.ts'

const forbidden = (path: string): string => `Extra inputs are not permitted: ${path}`

export const mistralRules: readonly Rule[] = [
  ...hostRules(
    `model messages stream tools tool_choice parallel_tool_calls response_format max_tokens temperature top_p n stop
      random_seed reasoning_effort metadata presence_penalty frequency_penalty prediction prompt_mode safe_prompt`,
    'role content name tool_calls tool_call_id prefix',
    'https://github.com/mistralai/platform-docs-public/issues/7',
    forbidden,
  ),
  withoutDeveloper,
  {
    refuses: 'an id of a call that is not nine letters and digits',
    source: 'https://github.com/anomalyco/opencode/issues/1680',
    fault: each(message =>
      firstOf([...callsOf(message).map(({ value }) => value['id']), message.value['tool_call_id']], id =>
        id === undefined || /^[a-zA-Z0-9]{9}$/.test(String(id))
          ? undefined
          : `Tool call id was ${String(id)} but must be a-z, A-Z, 0-9, with a length of 9.`,
      ),
    ),
    breaks: sound => withMessages(sound, user, calls('call_1'), result('call_1')),
  },
  {
    refuses: 'a user message straight after a tool message',
    source: 'https://github.com/datapizza-labs/datapizza-ai/issues/98',
    fault: each((message, index, all) =>
      roleOf(message) === 'user' && roleOf(all[index - 1]) === 'tool'
        ? "Unexpected role 'user' after role 'tool'"
        : undefined,
    ),
    breaks: sound => withMessages(sound, user, calls('abcdefgh1'), result('abcdefgh1'), user),
  },
  {
    refuses: 'an assistant message without content and calls',
    source: 'https://docs.mistral.ai/api/',
    fault: each(message =>
      roleOf(message) === 'assistant' &&
      callsOf(message).length === 0 &&
      ['', null, undefined].includes(message.value['content'] as string | null | undefined)
        ? 'Assistant message must have either content or tool_calls, but not none.'
        : undefined,
    ),
    breaks: sound => withMessages(sound, user, { role: 'assistant', content: '' }, user),
  },
  {
    refuses: 'a temperature above 1.5',
    source: 'https://docs.mistral.ai/api/',
    fault: ({ body }) =>
      Number(body['temperature'] ?? 0) > 1.5 ? 'Input should be less than or equal to 1.5' : undefined,
    breaks: sound => ({ ...sound, temperature: 1.8 }),
  },
]

/** Cerebras, which answers properties that it does not know with an error. */
export const cerebrasRules: readonly Rule[] = [
  ...hostRules(
    `model messages stream stream_options tools tool_choice response_format max_completion_tokens max_tokens temperature
      top_p n stop seed user reasoning_effort logprobs top_logprobs parallel_tool_calls`,
    'role content name tool_calls tool_call_id reasoning',
    'https://github.com/proxysoul/Empryo/pull/209',
    path => `${path}: property '${path}' is unsupported`,
  ),
  withoutDeveloper,
  textOnly('https://github.com/RooCodeInc/Roo-Code/pull/6734'),
]

export const deepseekRules: readonly Rule[] = [
  ...hostRules(
    `model messages stream stream_options tools tool_choice response_format max_tokens temperature top_p stop
      reasoning_effort thinking presence_penalty frequency_penalty logprobs top_logprobs user_id`,
    'role content name tool_calls tool_call_id prefix reasoning_content',
    'https://api-docs.deepseek.com/api/create-chat-completion',
  ),
  withoutDeveloper,
  textOnly('https://github.com/rikkahub/rikkahub/issues/1433'),
  {
    refuses: 'a reply of the history without reasoning_content while it thinks',
    source: 'https://github.com/mnfst/modelparams.dev/issues/29',
    fault: ({ body }) =>
      asObject(body['thinking'])['type'] === 'disabled'
        ? undefined
        : firstOf(messagesOf(body), message =>
            roleOf(message) === 'assistant' && typeof message.value['reasoning_content'] !== 'string'
              ? 'The `reasoning_content` in the thinking mode must be passed back to the API.'
              : undefined,
          ),
    breaks: sound => withMessages(sound, user, { role: 'assistant', content: 'Hello' }, user),
  },
  {
    refuses: 'a schema of the reply',
    source: 'https://api-docs.deepseek.com/guides/json_mode',
    fault: ({ body }) =>
      asObject(body['response_format'])['type'] === 'json_schema'
        ? 'This response_format type is unavailable now'
        : undefined,
    breaks: sound => ({
      ...sound,
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } },
    }),
  },
]
