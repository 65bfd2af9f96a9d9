// The declaration of a custom check → its facts for the compiler, validated like the schemas of built-in checks.
// Where those schemas are lenient, custom checks are held to more, since they are not reviewed before they run.
import type { CheckFacts } from '../../../compiler/facts/catalog.ts'
import { originOf } from '../../../compiler/lower/origin.ts'
import { checkDeclaration } from '../../../schemas/check-schema.ts'
import { type CheckDeclaration, sharedParameters } from '../../../schemas/generated/checks.ts'
import { lintCheck } from '../../../schemas/lint-check.ts'
import { lintSchema } from '../../../schemas/lint-schema.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { linkParameters } from './link-parameters.ts'
import type { CheckDeclarations } from './read-custom-check.ts'

/** The facts, or every error as a sentence. */
export function customCheckFacts(
  id: string,
  { keywords, schema }: CheckDeclarations,
): CheckFacts | readonly string[] {
  const parameters = { type: 'object', additionalProperties: false, ...schema }
  const declared = { ...parameters, ...keywords }
  // Only an invalid schema is reported, since all other errors would follow from it.
  const { errors: mistakes } = linkParameters(parameters)
  const errors =
    mistakes.length > 0
      ? mistakes
      : [
          ...lintSchema('', declared).map(error => error.trimStart()),
          ...lintCheck(id, declared, Object.keys(sharedParameters)),
        ]
  if (errors.length > 0) return errors.map(error => `Its schema is invalid at ${error}`)
  if (!Array.isArray(keywords['x-hooks'] ?? ['request']) || keywords['x-hooks']?.toString() === '')
    return ['"hooks" must be a list with "request", "reply" or both.']
  const declaration = checkDeclaration(id, declared, sharedParameters)
  const fault = addressFault(keywords['x-address'], declaration)
  if (fault !== undefined) return [fault]
  return { ...declaration, validate: linkParameters(declaration.parameters as Json).validate }
}

/** A parameter may be a complete address; then the config decides where secrets are sent. */
function addressFault(address: Json | undefined, { secrets }: CheckDeclaration): string | undefined {
  if (address === undefined)
    return secrets.length === 0
      ? undefined
      : 'It has a secret but no "address", so the secret could not be sent anywhere.'
  const example = String(address).replace(/^\{\w+\}/, 'https://example.com')
  const origin = originOf(example.replaceAll(/\{\w+\}/g, 'x')) ?? ''
  return /^https?:\/\/./.test(origin) ? undefined : '"address" must be an http or https URL.'
}
