// What Gemini accepts.
import { asList, asObject, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'

export function checkGemini(body: JsonObject, { demand, only }: Demands): void {
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

export const GEMINI_CARRIERS = {
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
