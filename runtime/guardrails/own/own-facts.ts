// What an own check says of itself → what the compiler knows of it before it runs, judged as the schemas of the catalogue
// are. Where they say nothing of it, a check of one's own is held to more: nobody else reads it before it runs.
import type { CheckFacts } from '../../../compiler/catalog.ts'
import { originOf } from '../../../compiler/lower/origin.ts'
import type { Json } from '../../../compiler/source.ts'
import { checkDeclaration } from '../../../schemas/check-schema.ts'
import { type CheckDeclaration, sharedParameters } from '../../../schemas/generated/checks.ts'
import { checkBreaches } from '../../../schemas/lint-check.ts'
import { lintSchema } from '../../../schemas/lint-schema.ts'
import { linkComplaints } from './complaints/link-complaints.ts'
import type { Said } from './read-own-check.ts'

/** The facts, or every mistake as a sentence. */
export function ownFacts(id: string, { marks, schema }: Said): CheckFacts | readonly string[] {
  const parameters = { type: 'object', additionalProperties: false, ...schema }
  const declared = { ...parameters, ...marks }
  // What is not even a schema is told alone: everything else would follow from it.
  const { mistakes } = linkComplaints(parameters)
  const breaches =
    mistakes.length > 0
      ? mistakes
      : [
          ...lintSchema('', declared).map(breach => breach.trimStart()),
          ...checkBreaches(id, declared, Object.keys(sharedParameters)),
        ]
  if (breaches.length > 0) return breaches.map(breach => `Its schema is wrong at ${breach}`)
  if (!Array.isArray(marks['x-sides'] ?? ['request']) || marks['x-sides']?.toString() === '')
    return ['"sides" is a list with "request", "reply" or both.']
  const declaration = checkDeclaration(id, declared, sharedParameters)
  const fault = addressFault(marks['x-address'], declaration)
  if (fault !== undefined) return [fault]
  return { ...declaration, validate: linkComplaints(declaration.parameters as Json).validate }
}

/** A parameter may be a whole address; then the config tells where secrets go. */
function addressFault(address: Json | undefined, { secrets }: CheckDeclaration): string | undefined {
  if (address === undefined)
    return secrets.length === 0
      ? undefined
      : 'It has a secret and no "address", so the secret could not be sent anywhere.'
  const example = String(address).replace(/^\{\w+\}/, 'https://example.com')
  const origin = originOf(example.replaceAll(/\{\w+\}/g, 'x')) ?? ''
  return /^https?:\/\/./.test(origin) ? undefined : '"address" is no URL of the web.'
}
