// Formats the validation errors of a bundle as sentences.
import type { Complaint } from '../../schemas/generated/validators.js'
import { human } from '../pointer.ts'

const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

const PHRASES: Readonly<Record<string, (params: Complaint['params']) => string>> = {
  required: params => `is missing ${text(params['missingProperty'])}`,
  additionalProperties: params => `has an unknown property, ${text(params['additionalProperty'])}`,
  type: params => `must be of the type ${String(params['type']).replaceAll(',', ' or ')}`,
  const: params => `must be ${text(params['allowedValue'])}`,
  enum: params => `must be one of ${text(params['allowedValues'])}`,
  pattern: params => `must match ${text(params['pattern'])}`,
  minimum: params => `must be at least ${text(params['limit'])}`,
  maximum: params => `must be at most ${text(params['limit'])}`,
  minItems: params => `must have at least ${text(params['limit'])} items`,
  maxItems: params => `must have at most ${text(params['limit'])} items`,
  discriminator: params => `has an unknown ${text(params['tag'])}, ${text(params['tagValue'])}`,
  oneOf: () => 'matches none of the allowed forms',
}

/** One sentence per error, without duplicates. */
export function complaintSentences(complaints: readonly Complaint[]): readonly string[] {
  const sentences = complaints.map(({ instancePath, keyword, params }) => {
    const phrase = PHRASES[keyword]?.(params) ?? `violates the ${text(keyword)} rule of the format`
    return `${instancePath === '' ? 'The bundle' : human(instancePath)} ${phrase}.`
  })
  return [...new Set(sentences)]
}
