// What Gemini accepts.
import { asList, asObject, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'

interface GeminiRules {
  /** Whether the amount of thinking is a level, from the third generation on, rather than a budget. */
  readonly level: boolean
  /** Vertex AI alone accepts penalties for Gemini 2.5. */
  readonly penalties?: boolean
}

export const gemini =
  ({ level, penalties = true }: GeminiRules) =>
  (body: JsonObject, { demand, only }: Demands): void => {
    only(body, ['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig'], 'body')
    only(
      body['generationConfig'] ?? {},
      `temperature topP topK candidateCount maxOutputTokens stopSequences seed responseMimeType responseSchema
      responseJsonSchema thinkingConfig ${penalties ? 'presencePenalty frequencyPenalty' : ''} responseLogprobs logprobs`.split(
        /\s+/,
      ),
      'generationConfig',
    )
    const thinking = asObject(asObject(body['generationConfig'])['thinkingConfig'])
    only(thinking, ['includeThoughts', level ? 'thinkingLevel' : 'thinkingBudget'], 'thinkingConfig')
    demand(
      thinking['thinkingLevel'] === undefined || ['low', 'high'].includes(String(thinking['thinkingLevel'])),
      'thinkingLevel is unknown.',
    )
    const declaresFunctions = asList(body['tools']).some(
      tool => asObject(tool)['functionDeclarations'] !== undefined,
    )
    demand(
      level || !declaresFunctions || asObject(body['generationConfig'])['responseMimeType'] === undefined,
      'JSON is not supported with functions.',
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
  frequency_penalty: ['generationConfig.frequencyPenalty'],
  logprobs: ['generationConfig.responseLogprobs'],
  top_logprobs: ['generationConfig.logprobs'],
  tools: ['tools'],
  tool_choice: ['toolConfig'],
  thinking: ['generationConfig.thinkingConfig'],
  reasoning_effort: ['generationConfig.thinkingConfig'],
  response_format: ['generationConfig.responseJsonSchema', 'generationConfig.responseSchema'],
}
