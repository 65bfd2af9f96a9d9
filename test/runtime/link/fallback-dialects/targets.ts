// The providers of the matrix: how each is stored, and what its documentation says of a request.
import { asList, asObject, isObject, type JsonObject } from '../../../../schemas/values/json.ts'
import { collectDemands, type Demands } from '../../../support/dialects/demands.ts'
import { CHAT_CARRIERS, chatRules, OPENAI, WITH_DEVELOPER, WITHOUT_DEVELOPER } from './chat-rules.ts'
import { CLAUDE_CARRIERS, checkConverse, claude, HAIKU_4_5, OPUS_5 } from './claude-rules.ts'
import { checkGemini, GEMINI_CARRIERS } from './gemini-rules.ts'

export interface DialectTarget {
  readonly name: string
  readonly stored: Readonly<Record<string, unknown>>
  readonly model: string
  /** Reports what the provider would refuse. */
  readonly check: (body: JsonObject, demands: Demands) => void
  /** Titles of chats that the model cannot serve, and the field that the refusal is about. */
  readonly refuses?: Readonly<Record<string, string>>
  /** Fields of the provider's body that carry a parameter of the chat. */
  readonly carriers: Readonly<Record<string, readonly string[]>>
}

/** What the provider refuses in a request. */
export function faultsOf({ check }: DialectTarget, body: unknown): readonly string[] {
  const demands = collectDemands()
  demands.demand(isObject(body), 'The body is not an object.')
  check(asObject(body), demands)
  return demands.faults
}

/** Whether a body has a value at a path such as `inferenceConfig.maxTokens`. */
export const hasPath = (body: unknown, path: string): boolean =>
  path.split('.').reduce<unknown>((value, step) => asObject(value)[step], body) !== undefined

function checkOllama(body: JsonObject, { demand, only }: Demands): void {
  only(body, ['model', 'messages', 'tools', 'think', 'format', 'options', 'stream', 'keep_alive'], 'body')
  for (const message of asList(body['messages']).map(asObject)) {
    only(
      message,
      ['role', 'content', 'images', 'tool_calls', 'thinking', 'tool_name', 'tool_call_id'],
      'messages',
    )
    demand(WITHOUT_DEVELOPER.includes(String(message['role'])), `The role ${String(message['role'])}.`)
    demand(typeof message['content'] === 'string', 'A content is not a string.')
  }
}

const key = (provider: string) => ({ provider, api_key: '${env:KEY}' })
const ACCOUNT = { cloud3_region: 'us-central1', cloud3_project_id: 'project' }

export const targets: readonly DialectTarget[] = [
  {
    name: 'anthropic',
    stored: key('anthropic'),
    model: 'claude-haiku-4-5',
    check: claude(HAIKU_4_5),
    carriers: CLAUDE_CARRIERS,
  },
  {
    name: 'anthropic-5',
    stored: key('anthropic'),
    model: 'claude-opus-5',
    check: claude(OPUS_5),
    refuses: { 'an answer that begins': 'messages' },
    carriers: CLAUDE_CARRIERS,
  },
  {
    name: 'bedrock',
    stored: {
      provider: 'bedrock',
      cloud1_access_key_id: '${env:KEY}',
      cloud1_secret_access_key: '${env:KEY}',
      cloud1_region: 'us-east-1',
    },
    model: 'us.anthropic.claude-haiku-4-5-20251001-v1:0',
    check: checkConverse,
    carriers: {
      temperature: ['inferenceConfig.temperature'],
      top_p: ['inferenceConfig.topP'],
      top_k: ['additionalModelRequestFields.top_k'],
      max_tokens: ['inferenceConfig.maxTokens'],
      stop: ['inferenceConfig.stopSequences'],
      stop_sequences: ['inferenceConfig.stopSequences'],
      tools: ['toolConfig.tools'],
      tool_choice: ['toolConfig.toolChoice', 'toolConfig'],
      thinking: ['additionalModelRequestFields.thinking'],
      reasoning_effort: ['additionalModelRequestFields.thinking'],
      parallel_tool_calls: ['additionalModelRequestFields.tool_choice.disable_parallel_tool_use'],
      response_format: ['outputConfig', 'toolConfig'],
    },
  },
  {
    name: 'vertex',
    stored: { ...key('vertex'), ...ACCOUNT },
    model: 'gemini-2.5-pro',
    check: checkGemini,
    carriers: GEMINI_CARRIERS,
  },
  {
    name: 'gemini',
    stored: key('google'),
    model: 'gemini-3-pro-preview',
    check: checkGemini,
    carriers: GEMINI_CARRIERS,
  },
  {
    name: 'openai',
    stored: key('openai'),
    model: 'gpt-4.1',
    check: chatRules({ fields: OPENAI, roles: WITH_DEVELOPER }),
    carriers: CHAT_CARRIERS,
  },
  {
    name: 'azure',
    stored: { ...key('azure'), resource_name: 'contoso' },
    model: 'gpt-4.1',
    check: chatRules({ fields: OPENAI, roles: WITH_DEVELOPER }),
    carriers: CHAT_CARRIERS,
  },
  {
    name: 'mistral',
    stored: key('mistral'),
    model: 'mistral-large-latest',
    check: chatRules({
      fields:
        'random_seed n parallel_tool_calls metadata reasoning_effort prompt_mode safe_prompt prediction',
      roles: WITHOUT_DEVELOPER,
      callId: /^[a-zA-Z0-9]{9}$/,
      maxTemperature: 1.5,
    }),
    carriers: { ...CHAT_CARRIERS, seed: ['random_seed'] },
  },
  {
    name: 'deepseek',
    stored: key('deepseek'),
    model: 'deepseek-chat',
    check: chatRules({
      fields: 'thinking reasoning_effort stream_options logprobs top_logprobs',
      roles: WITHOUT_DEVELOPER,
      formats: ['text', 'json_object'],
    }),
    carriers: CHAT_CARRIERS,
  },
  {
    name: 'groq',
    stored: key('groq'),
    model: 'openai/gpt-oss-120b',
    check: chatRules({
      fields: `max_completion_tokens reasoning_effort seed n parallel_tool_calls user metadata service_tier store
        stream_options include_reasoning reasoning_format`,
      roles: WITHOUT_DEVELOPER,
    }),
    carriers: CHAT_CARRIERS,
  },
  {
    name: 'xai',
    stored: key('xai'),
    model: 'grok-4.3',
    check: chatRules({
      fields: `max_completion_tokens reasoning_effort seed n parallel_tool_calls user logprobs top_logprobs logit_bias
        stream_options`,
      roles: WITHOUT_DEVELOPER,
    }),
    carriers: CHAT_CARRIERS,
  },
  {
    name: 'ollama',
    stored: { provider: 'ollama-native', custom_host: 'http://ollama.test:11434' },
    model: 'qwen3:8b',
    check: checkOllama,
    carriers: {
      tools: ['tools'],
      temperature: ['options.temperature'],
      top_p: ['options.top_p'],
      top_k: ['options.top_k'],
      max_tokens: ['options.num_predict'],
      stop: ['options.stop'],
      stop_sequences: ['options.stop'],
      seed: ['options.seed'],
      presence_penalty: ['options.presence_penalty'],
      thinking: ['think'],
      reasoning_effort: ['think'],
      response_format: ['format'],
    },
  },
]
