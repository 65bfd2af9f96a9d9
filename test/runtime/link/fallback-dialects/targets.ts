// The providers of the matrix: how each is stored, and what its documentation says of a request.
import { asList, asObject, asText, isObject, type JsonObject } from '../../../../schemas/values/json.ts'
import { collectDemands, type Demands } from '../../../support/dialects/demands.ts'

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
const chatRules =
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

const SAME = (names: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(names.split(/\s+/).map(name => [name, [name]]))

const CHAT_CARRIERS = {
  ...SAME(`${SHARED} n parallel_tool_calls reasoning_effort seed`),
  max_tokens: ['max_tokens', 'max_completion_tokens'],
  stop_sequences: ['stop'],
  thinking: ['reasoning_effort', 'thinking'],
}

const OPENAI = `max_completion_tokens reasoning_effort seed n parallel_tool_calls user metadata logprobs store
  service_tier stream_options verbosity logit_bias top_logprobs`
const WITH_DEVELOPER = ['developer', 'system', 'user', 'assistant', 'tool']
const WITHOUT_DEVELOPER = ['system', 'user', 'assistant', 'tool']

interface ClaudeRules {
  /** Whether the family takes `temperature`, `top_p` and `top_k`. */
  readonly samples: boolean
  readonly thinking: 'budget' | 'adaptive'
  /** Whether the last message may be the assistant's. */
  readonly prefills: boolean
}

const HAIKU_4_5: ClaudeRules = { samples: true, thinking: 'budget', prefills: true }
const OPUS_5: ClaudeRules = { samples: false, thinking: 'adaptive', prefills: false }

function checkThinking(
  fields: JsonObject,
  rules: ClaudeRules,
  maxTokens: unknown,
  { demand }: Demands,
): void {
  const thinking = asObject(fields['thinking'])
  const type = asText(thinking['type'])
  const effort = asObject(fields['output_config'])['effort']
  if (rules.thinking === 'budget') {
    demand(effort === undefined, 'This model does not support the effort parameter.')
    demand(type !== 'adaptive', 'Adaptive thinking is not supported.')
    if (type === 'enabled')
      demand(
        Number(thinking['budget_tokens']) >= 1024 &&
          Number(thinking['budget_tokens']) < Number(maxTokens ?? Number.POSITIVE_INFINITY),
        'budget_tokens must be at least 1024 and below max_tokens.',
      )
  } else demand(type !== 'enabled', 'thinking.type enabled is not supported.')
}

const isThinking = (fields: JsonObject): boolean =>
  ['enabled', 'adaptive'].includes(String(asObject(fields['thinking'])['type']))

function checkSampling(
  { temperature, topP, topK }: Readonly<Record<'temperature' | 'topP' | 'topK', unknown>>,
  thinks: boolean,
  rules: ClaudeRules,
  { demand }: Demands,
): void {
  demand(temperature === undefined || Number(temperature) <= 1, 'temperature is above 1.')
  demand(temperature === undefined || topP === undefined, 'temperature and top_p cannot both be given.')
  const sampling = [temperature, topP, topK].some(value => value !== undefined)
  demand(rules.samples || !sampling, 'This model takes no sampling parameters.')
  demand(!thinks || (temperature === undefined && topK === undefined), 'Sampling while thinking.')
}

const claude =
  (rules: ClaudeRules) =>
  (body: JsonObject, demands: Demands): void => {
    const { demand, only } = demands
    only(
      body,
      `model messages max_tokens system stream tools tool_choice thinking metadata temperature top_p top_k
        stop_sequences output_config`.split(/\s+/),
      'body',
    )
    demand(typeof body['max_tokens'] === 'number', 'max_tokens is required.')
    checkThinking(body, rules, body['max_tokens'], demands)
    const thinks = isThinking(body)
    checkSampling(
      { temperature: body['temperature'], topP: body['top_p'], topK: body['top_k'] },
      thinks,
      rules,
      demands,
    )
    const choice = asText(asObject(body['tool_choice'])['type'])
    demand(!thinks || choice === undefined || choice === 'auto', 'Thinking with a forced tool.')
    const messages = asList(body['messages']).map(asObject)
    demand(messages.at(0)?.['role'] === 'user', 'The first message is not of the user.')
    demand(rules.prefills || messages.at(-1)?.['role'] === 'user', 'This model does not support prefill.')
    demand(!thinks || messages.at(-1)?.['role'] === 'user', 'Thinking with a prefill.')
    for (const [index, message] of messages.entries()) {
      const at = `messages.${index}`
      demand(['user', 'assistant'].includes(String(message['role'])), `${at}.role is unknown.`)
      const blocks = asList(message['content']).map(asObject)
      for (const block of blocks)
        for (const id of [block['type'] === 'tool_use' ? block['id'] : undefined, block['tool_use_id']])
          demand(
            id === undefined || /^[a-zA-Z0-9_-]+$/.test(String(id)),
            `${at}: ${String(id)} is no valid id.`,
          )
      const isLast = index === messages.length - 1
      const text = asText(message['content']) ?? asText(blocks.at(-1)?.['text'])
      if (isLast && message['role'] === 'assistant')
        demand(text === undefined || text === text.trimEnd(), 'The prefill ends with whitespace.')
      // Only with a budget: the adaptive mode accepts earlier turns without thinking.
      if (
        body['thinking'] !== undefined &&
        rules.thinking === 'budget' &&
        thinks &&
        index === messages.length - 2 &&
        blocks.some(block => block['type'] === 'tool_use')
      )
        demand(/thinking/.test(String(blocks[0]?.['type'])), `${at} must start with its thinking.`)
    }
  }

const CLAUDE_CARRIERS = {
  ...SAME('max_tokens temperature top_p top_k tools tool_choice thinking'),
  stop: ['stop_sequences'],
  stop_sequences: ['stop_sequences'],
  parallel_tool_calls: ['tool_choice.disable_parallel_tool_use'],
  reasoning_effort: ['thinking', 'output_config.effort'],
  response_format: ['output_config.format', 'tools'],
}

function checkConverse(body: JsonObject, demands: Demands): void {
  const { demand, only } = demands
  only(
    body,
    ['messages', 'system', 'inferenceConfig', 'toolConfig', 'additionalModelRequestFields', 'outputConfig'],
    'body',
  )
  const inference = asObject(body['inferenceConfig'])
  only(inference, ['maxTokens', 'temperature', 'topP', 'stopSequences'], 'inferenceConfig')
  const fields = asObject(body['additionalModelRequestFields'])
  checkThinking(fields, HAIKU_4_5, inference['maxTokens'], demands)
  checkSampling(
    { temperature: inference['temperature'], topP: inference['topP'], topK: fields['top_k'] },
    isThinking(fields),
    HAIKU_4_5,
    demands,
  )
  const messages = asList(body['messages']).map(asObject)
  for (const [index, message] of messages.entries()) {
    const expected = index % 2 === 0 ? 'user' : 'assistant'
    demand(message['role'] === expected, `messages.${index} is not of the ${expected}.`)
    for (const block of asList(message['content']).map(asObject)) {
      only(block, ['text', 'toolUse', 'toolResult', 'reasoningContent', 'image', 'cachePoint'], 'content')
      for (const id of [asObject(block['toolUse'])['toolUseId'], asObject(block['toolResult'])['toolUseId']])
        demand(id === undefined || /^[a-zA-Z0-9_-]{1,64}$/.test(String(id)), `${String(id)} is no valid id.`)
    }
  }
  demand(messages.at(-1)?.['role'] === 'user' || !isThinking(fields), 'Thinking with a prefill.')
}

function checkGemini(body: JsonObject, { demand, only }: Demands): void {
  only(body, ['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig'], 'body')
  only(
    body['generationConfig'] ?? {},
    `temperature topP topK candidateCount maxOutputTokens stopSequences seed responseMimeType responseSchema
      responseJsonSchema thinkingConfig presencePenalty frequencyPenalty`.split(/\s+/),
    'generationConfig',
  )
  for (const content of asList(body['contents']).map(asObject)) {
    only(content, ['role', 'parts'], 'contents')
    demand(
      ['user', 'model'].includes(String(content['role'])),
      `The role ${String(content['role'])} is unknown.`,
    )
    demand(asList(content['parts']).length > 0, 'A turn has no parts.')
  }
}

const GEMINI_CARRIERS = {
  temperature: ['generationConfig.temperature'],
  top_p: ['generationConfig.topP'],
  top_k: ['generationConfig.topK'],
  max_tokens: ['generationConfig.maxOutputTokens'],
  stop: ['generationConfig.stopSequences'],
  stop_sequences: ['generationConfig.stopSequences'],
  seed: ['generationConfig.seed'],
  presence_penalty: ['generationConfig.presencePenalty'],
  tools: ['tools'],
  tool_choice: ['toolConfig'],
  thinking: ['generationConfig.thinkingConfig'],
  reasoning_effort: ['generationConfig.thinkingConfig'],
  response_format: ['generationConfig.responseJsonSchema', 'generationConfig.responseSchema'],
}

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
