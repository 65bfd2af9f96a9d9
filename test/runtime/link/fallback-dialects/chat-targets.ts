// Providers of the OpenAI schema, two models each, by their documentation.
import { CHAT_CARRIERS, chatRules, OPENAI, WITH_DEVELOPER, WITHOUT_DEVELOPER } from './chat-rules.ts'
import { type DialectTarget, key } from './dialect-target.ts'
import { type ModelRules, unlessDisabled } from './model-rules.ts'

const SAMPLING = 'temperature top_p presence_penalty frequency_penalty'
/** GPT-5: https://platform.openai.com/docs/guides/latest-model */
const REASONING = `${SAMPLING} logprobs top_logprobs logit_bias max_tokens`
const JSON_ONLY = ['text', 'json_object']

const OPENAI_RULES = { fields: OPENAI, roles: WITH_DEVELOPER }
const MISTRAL_RULES = {
  fields: 'random_seed n parallel_tool_calls metadata reasoning_effort prompt_mode safe_prompt prediction',
  roles: WITHOUT_DEVELOPER,
  callId: /^[a-zA-Z0-9]{9}$/,
  maxTemperature: 1.5,
}
const DEEPSEEK_RULES = {
  fields: 'thinking reasoning_effort stream_options logprobs top_logprobs',
  roles: WITHOUT_DEVELOPER,
  formats: JSON_ONLY,
  efforts: 'low high max',
  thinkingTypes: 'enabled disabled',
  refusesWhileThinking: SAMPLING,
  thinks: unlessDisabled,
  choices: 'auto none',
  replays: true,
}
const GROQ_RULES = {
  fields: `max_completion_tokens reasoning_effort seed n parallel_tool_calls user metadata service_tier store
    stream_options include_reasoning reasoning_format`,
  roles: WITHOUT_DEVELOPER,
}
const XAI_RULES = {
  fields: `max_completion_tokens reasoning_effort seed n parallel_tool_calls user logprobs top_logprobs logit_bias
    stream_options`,
  roles: WITHOUT_DEVELOPER,
  refuses: 'presence_penalty frequency_penalty stop',
}
const MOONSHOT_RULES = {
  fields: 'thinking reasoning_effort n parallel_tool_calls logprobs top_logprobs logit_bias stream_options',
  roles: WITHOUT_DEVELOPER,
  refuses: SAMPLING,
  replays: true,
}
const ZAI_RULES = {
  fields: `thinking reasoning_effort seed n parallel_tool_calls logprobs top_logprobs logit_bias stream_options`,
  roles: WITHOUT_DEVELOPER,
  formats: JSON_ONLY,
  choices: 'auto',
  maxTemperature: 1,
}
const DASHSCOPE_RULES = {
  fields: `enable_thinking thinking_budget top_k seed n parallel_tool_calls logprobs top_logprobs logit_bias
    stream_options`,
  roles: WITHOUT_DEVELOPER,
  formats: JSON_ONLY,
  refuses: 'frequency_penalty',
  cacheMarks: true,
}
const CEREBRAS_RULES = {
  fields: 'max_completion_tokens reasoning_effort seed n user logprobs top_logprobs',
  roles: WITHOUT_DEVELOPER,
  refuses: 'presence_penalty frequency_penalty logit_bias parallel_tool_calls',
  maxTemperature: 1.5,
}

type Row = readonly [
  name: string,
  stored: DialectTarget['stored'],
  model: string,
  provider: Parameters<typeof chatRules>[0],
  rules?: ModelRules,
  rest?: Partial<DialectTarget>,
]

const AZURE = { ...key('azure'), resource_name: 'contoso' }
const HOT = { refuses: { sampling: 'temperature' } }

const rows: readonly Row[] = [
  ['openai', key('openai'), 'gpt-4.1', OPENAI_RULES],
  [
    'openai-5',
    key('openai'),
    'gpt-5',
    OPENAI_RULES,
    { efforts: 'minimal low medium high', refuses: REASONING },
  ],
  ['azure', AZURE, 'gpt-4.1', OPENAI_RULES],
  [
    'azure-5',
    AZURE,
    'gpt-5.1',
    OPENAI_RULES,
    {
      efforts: 'none low medium high',
      refuses: 'presence_penalty frequency_penalty logit_bias max_tokens',
      refusesWhileThinking: 'temperature top_p logprobs top_logprobs',
      thinks: ({ reasoning_effort: effort = 'none' }) => effort !== 'none',
    },
  ],
  ['mistral', key('mistral'), 'mistral-large-latest', MISTRAL_RULES],
  ['mistral-medium', key('mistral'), 'mistral-medium-3.5', MISTRAL_RULES, { efforts: 'none high' }],
  ['deepseek', key('deepseek'), 'deepseek-v4-pro', DEEPSEEK_RULES],
  ['deepseek-flash', key('deepseek'), 'deepseek-flash', DEEPSEEK_RULES],
  [
    'groq',
    key('groq'),
    'openai/gpt-oss-120b',
    GROQ_RULES,
    { efforts: 'low medium high', schemaWithTools: false },
  ],
  ['groq-llama', key('groq'), 'llama-3.1-8b-instant', { ...GROQ_RULES, formats: JSON_ONLY }],
  ['xai', key('xai'), 'grok-4.3', XAI_RULES, { efforts: 'none low medium high' }],
  ['xai-4.5', key('xai'), 'grok-4.5', XAI_RULES, { efforts: 'low medium high xhigh' }],
  [
    'moonshot',
    key('moonshot'),
    'kimi-k2.6',
    MOONSHOT_RULES,
    { thinkingTypes: 'enabled disabled', choices: 'auto none', thinks: unlessDisabled },
  ],
  [
    'moonshot-k3',
    key('moonshot'),
    'kimi-k3',
    MOONSHOT_RULES,
    { efforts: 'low high max', thinks: () => true },
  ],
  ['zai', key('zai'), 'glm-4.7', ZAI_RULES, { thinkingTypes: 'enabled disabled' }, HOT],
  ['zai-5.3', key('zai'), 'glm-5.3', ZAI_RULES, { thinkingTypes: 'enabled', efforts: 'low high max' }, HOT],
  ['dashscope', key('dashscope'), 'qwen-plus', DASHSCOPE_RULES],
  ['dashscope-open', key('dashscope'), 'qwen3-32b', DASHSCOPE_RULES, { streamsThinking: true }],
  [
    'cerebras',
    key('cerebras'),
    'gpt-oss-120b',
    CEREBRAS_RULES,
    { efforts: 'low medium high', choices: 'auto none' },
  ],
  ['cerebras-qwen', key('cerebras'), 'qwen-3.8-27b', CEREBRAS_RULES, { efforts: 'none low medium high' }],
]

export const chatTargets: readonly DialectTarget[] = rows.map(
  ([name, stored, model, provider, rules, rest]): DialectTarget => ({
    name,
    stored,
    model,
    check: chatRules({ ...provider, ...rules }),
    carriers: { ...CHAT_CARRIERS, seed: ['seed', 'random_seed'] },
    ...rest,
  }),
)
