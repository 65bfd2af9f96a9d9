// What OpenAI's Responses API refuses of requests that store nothing.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import { signed } from '../scripted-model.ts'
import { firstOf, type Placed, type Rule, unknownIn } from './rule.ts'

const RESPONSES = 'https://platform.openai.com/docs/api-reference'

const itemsOf = (body: JsonObject): readonly Placed[] =>
  asList(body['input']).map((value, index) => ({ value: asObject(value), at: `input[${index}]` }))

const TYPES =
  `message function_call function_call_output custom_tool_call custom_tool_call_output local_shell_call
  local_shell_call_output reasoning item_reference web_search_call compaction`.split(/\s+/)

const withInput = (sound: JsonObject, ...input: JsonObject[]): JsonObject => ({ ...sound, input })
const user: JsonObject = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }

const idOf = ({ value }: Placed): string | undefined => asText(value['call_id'])
const isResult = ({ value }: Placed): boolean => String(value['type']).endsWith('_output')

export const responsesRules: readonly Rule[] = [
  {
    refuses: 'a field that the API does not have',
    source: RESPONSES,
    fault: ({ body }) => {
      const name = unknownIn(
        body,
        `model input instructions stream stream_options store tools tool_choice parallel_tool_calls text reasoning
          include max_output_tokens max_tool_calls temperature top_p top_logprobs user metadata previous_response_id
          conversation truncation service_tier prompt prompt_cache_key prompt_cache_retention safety_identifier
          background client_metadata context_management`,
      )
      return name && `Unknown parameter: '${name}'.`
    },
    breaks: sound => ({ ...sound, messages: [] }),
  },
  {
    refuses: 'an item of an unknown type',
    source: RESPONSES,
    fault: ({ body }) =>
      firstOf(itemsOf(body), ({ value, at }) =>
        value['type'] === undefined || TYPES.includes(String(value['type']))
          ? undefined
          : `Invalid value: '${String(value['type'])}'. (${at}.type)`,
      ),
    breaks: sound => withInput(sound, { type: 'tool_result' }),
  },
  {
    refuses: 'parts of another role',
    source: RESPONSES,
    fault: ({ body }) =>
      firstOf(itemsOf(body), ({ value, at }) => {
        const types =
          value['role'] === 'assistant'
            ? ['output_text', 'refusal']
            : ['input_text', 'input_image', 'input_file', 'input_audio']
        return firstOf(value['role'] === undefined ? [] : asList(value['content']), (part, index) =>
          types.includes(String(asObject(part)['type']))
            ? undefined
            : `Invalid value: '${String(asObject(part)['type'])}'. Supported values are: ${types.join(' and ')}. (${at}.content[${index}])`,
        )
      }),
    breaks: sound =>
      withInput(sound, { type: 'message', role: 'assistant', content: [{ type: 'input_text', text: 'Hi' }] }),
  },
  {
    refuses: 'a call without its output, and an output without its call',
    source: 'https://github.com/smallmain/vscode-unify-chat-provider/pull/117',
    fault: ({ body }) => {
      const items = itemsOf(body)
      const calls = items.filter(
        item => /_call$/.test(String(item.value['type'])) && idOf(item) !== undefined,
      )
      const outputs = items.filter(isResult)
      return (
        firstOf(calls, call =>
          outputs.some(output => idOf(output) === idOf(call))
            ? undefined
            : `No tool output found for function call ${idOf(call)}.`,
        ) ??
        firstOf(outputs, output =>
          calls.some(call => idOf(call) === idOf(output))
            ? undefined
            : `No tool call found for function call output with call_id ${idOf(output)}.`,
        )
      )
    },
    breaks: sound => withInput(sound, user, { type: 'function_call_output', call_id: 'c1', output: 'read' }),
  },
  {
    refuses: 'an id of a call of more than 64 characters',
    source: 'https://github.com/AnswerDotAI/fastllm/issues/45',
    fault: ({ body }) =>
      firstOf(itemsOf(body), item =>
        (idOf(item) ?? '').length > 64
          ? `Invalid '${item.at}.call_id': string too long. Expected a string with maximum length 64, but got a string with length ${(idOf(item) ?? '').length} instead.`
          : undefined,
      ),
    breaks: sound =>
      withInput(
        sound,
        user,
        { type: 'function_call', call_id: 'c'.repeat(65), name: 'read', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c'.repeat(65), output: 'read' },
      ),
  },
  {
    refuses: 'reasoning that it did not encrypt',
    source: 'https://github.com/earendil-works/pi/pull/484',
    fault: ({ body }) =>
      firstOf(itemsOf(body), ({ value, at }) =>
        value['type'] === 'reasoning' && value['encrypted_content'] !== signed('reasoning')
          ? `The encrypted content for item ${at} could not be verified.`
          : undefined,
      ),
    breaks: sound => withInput(sound, user, { type: 'reasoning', summary: [], encrypted_content: 'x' }),
  },
  {
    refuses: 'a tool without a name',
    source: RESPONSES,
    fault: ({ body }) =>
      firstOf(asList(body['tools']), (tool, index) =>
        ['function', 'custom'].includes(String(asObject(tool)['type'])) &&
        typeof asObject(tool)['name'] !== 'string'
          ? `Missing required parameter: 'tools[${index}].name'.`
          : undefined,
      ),
    breaks: sound => ({ ...sound, tools: [{ type: 'function', function: { name: 'read' } }] }),
  },
]
