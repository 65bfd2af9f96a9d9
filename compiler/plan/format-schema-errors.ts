// Formats the validation errors of a bundle as sentences.
import type { SchemaValidationError } from '../../schemas/generated/validators.ts'
import { formatPointer } from '../../schemas/values/pointer.ts'

const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

const PHRASE_OF_KEYWORD: Readonly<Record<string, (params: SchemaValidationError['params']) => string>> = {
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
export function formatSchemaErrors(errors: readonly SchemaValidationError[]): readonly string[] {
  const sentences = errors.map(({ instancePath, keyword, params }) => {
    const phrase = PHRASE_OF_KEYWORD[keyword]?.(params) ?? `violates the ${text(keyword)} rule of the format`
    return `${instancePath === '' ? 'The bundle' : formatPointer(instancePath)} ${phrase}.`
  })
  return [...new Set(sentences)]
}
