// What Claude accepts, at Anthropic and in Converse of Bedrock.
import { asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'
import { SAME } from './chat-rules.ts'

interface ClaudeRules {
  /** Whether the family takes `temperature`, `top_p` and `top_k`. */
  readonly samples: boolean
  readonly thinking: 'budget' | 'adaptive'
  /** Whether the last message may be the assistant's. */
  readonly prefills: boolean
}

export const HAIKU_4_5: ClaudeRules = { samples: true, thinking: 'budget', prefills: true }
export const OPUS_5: ClaudeRules = { samples: false, thinking: 'adaptive', prefills: false }

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

export const claude =
  (rules: ClaudeRules) =>
  (body: JsonObject, demands: Demands): void => {
    const { demand, only } = demands
    only(
      body,
      `model messages max_tokens system stream tools tool_choice thinking metadata temperature top_p top_k
        stop_sequences output_config anthropic_version`.split(/\s+/),
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

export const CLAUDE_CARRIERS = {
  ...SAME('max_tokens temperature top_p top_k tools tool_choice thinking'),
  stop: ['stop_sequences'],
  stop_sequences: ['stop_sequences'],
  parallel_tool_calls: ['tool_choice.disable_parallel_tool_use'],
  reasoning_effort: ['thinking', 'output_config.effort'],
  response_format: ['output_config.format', 'tools'],
}

export function checkConverse(body: JsonObject, demands: Demands): void {
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
