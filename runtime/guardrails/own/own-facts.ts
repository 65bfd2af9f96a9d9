// What a custom check declares → what the compiler knows about it, validated like the schemas of built-in checks.
// Where those schemas are lenient, custom checks are held to more, since they are not reviewed before they run.
import type { CheckFacts } from '../../../compiler/catalog.ts'
import { originOf } from '../../../compiler/lower/origin.ts'
import type { Json } from '../../../compiler/source.ts'
import { checkDeclaration } from '../../../schemas/check-schema.ts'
import { type CheckDeclaration, sharedParameters } from '../../../schemas/generated/checks.ts'
import { checkBreaches } from '../../../schemas/lint-check.ts'
import { lintSchema } from '../../../schemas/lint-schema.ts'
import { linkComplaints } from './complaints/link-complaints.ts'
import type { Said } from './read-own-check.ts'

/** The facts, or every error as a sentence. */
export function ownFacts(id: string, { marks, schema }: Said): CheckFacts | readonly string[] {
  const parameters = { type: 'object', additionalProperties: false, ...schema }
  const declared = { ...parameters, ...marks }
  // An invalid schema is reported alone, since all other errors would follow from it.
  const { mistakes } = linkComplaints(parameters)
  const breaches =
    mistakes.length > 0
      ? mistakes
      : [
          ...lintSchema('', declared).map(breach => breach.trimStart()),
          ...checkBreaches(id, declared, Object.keys(sharedParameters)),
        ]
  if (breaches.length > 0) return breaches.map(breach => `Its schema is invalid at ${breach}`)
  if (!Array.isArray(marks['x-hooks'] ?? ['request']) || marks['x-hooks']?.toString() === '')
    return ['"hooks" must be a list with "request", "reply" or both.']
  const declaration = checkDeclaration(id, declared, sharedParameters)
  const fault = addressFault(marks['x-address'], declaration)
  if (fault !== undefined) return [fault]
  return { ...declaration, validate: linkComplaints(declaration.parameters as Json).validate }
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
