// What a request allows a model to write, in the words of each provider.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject } from '../../../schemas/values/json.ts'

const NAMES = ['max_tokens', 'max_completion_tokens', 'max_output_tokens']

/** The most tokens that the model may write, thinking included; 0 if the request does not say. */
export function capOf(body: JsonObject, _path: string): number {
  const caps = [
    ...NAMES.map(name => body[name]),
    asObject(body['inferenceConfig'])['maxTokens'],
    asObject(body['generationConfig'])['maxOutputTokens'],
    asObject(body['thinking'])['budget_tokens'],
    asObject(asObject(body['generationConfig'])['thinkingConfig'])['thinkingBudget'],
    asObject(asObject(body['additionalModelRequestFields'])['thinking'])['budget_tokens'],
  ]
  return Math.max(0, ...caps.map(cap => Number(cap ?? 0)))
}
