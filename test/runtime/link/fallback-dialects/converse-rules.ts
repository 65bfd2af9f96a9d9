// What Nova accepts in Converse of Bedrock, and where Converse has the parameters of a chat.
import { asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'

export function checkNova(body: JsonObject, { demand, only }: Demands): void {
  only(
    body,
    ['messages', 'system', 'inferenceConfig', 'toolConfig', 'additionalModelRequestFields', 'outputConfig'],
    'body',
  )
  const inference = asObject(body['inferenceConfig'])
  only(inference, ['maxTokens', 'temperature', 'topP', 'stopSequences'], 'inferenceConfig')
  demand(Number(inference['temperature'] ?? 0) <= 1, 'temperature is above 1.')
  const fields = asObject(body['additionalModelRequestFields'])
  only(fields, ['reasoningConfig', 'inferenceConfig'], 'additionalModelRequestFields')
  const reasoning = asObject(fields['reasoningConfig'])
  const effort = asText(reasoning['maxReasoningEffort'])
  demand(
    effort === undefined || ['low', 'medium', 'high'].includes(effort),
    `maxReasoningEffort ${effort} is unknown.`,
  )
  demand(
    effort !== 'high' || inference['maxTokens'] === undefined,
    'maxTokens cannot be set at the highest effort.',
  )
  for (const [index, message] of asList(body['messages']).map(asObject).entries()) {
    const expected = index % 2 === 0 ? 'user' : 'assistant'
    demand(message['role'] === expected, `messages.${index} is not of the ${expected}.`)
  }
}

export const CONVERSE_CARRIERS = {
  temperature: ['inferenceConfig.temperature'],
  top_p: ['inferenceConfig.topP'],
  top_k: ['additionalModelRequestFields.top_k', 'additionalModelRequestFields.inferenceConfig.topK'],
  max_tokens: ['inferenceConfig.maxTokens'],
  stop: ['inferenceConfig.stopSequences'],
  stop_sequences: ['inferenceConfig.stopSequences'],
  tools: ['toolConfig.tools'],
  tool_choice: ['toolConfig.toolChoice', 'toolConfig'],
  thinking: ['additionalModelRequestFields.thinking', 'additionalModelRequestFields.reasoningConfig'],
  reasoning_effort: ['additionalModelRequestFields.thinking', 'additionalModelRequestFields.reasoningConfig'],
  parallel_tool_calls: ['additionalModelRequestFields.tool_choice.disable_parallel_tool_use'],
  response_format: ['outputConfig', 'toolConfig'],
}
