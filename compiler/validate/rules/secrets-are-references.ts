// In files every secret is a supported reference and the whole value. In a header config it is a literal: a client
// must not make the gateway read its own environment.

import { childPointer, lastToken } from '../../../schemas/values/pointer.ts'
import { CREDENTIAL_PROPERTIES, SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { isByCaller } from '../../facts/environment.ts'
import { looksLikeReference, parseSecretReference } from '../../facts/secret.ts'
import { isSecretString } from '../../plan/secret-json.ts'
import type { Rule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { type SecretProperty, secretsOfChecks, secretsOfNode } from '../secrets/secret-properties.ts'
import {
  REFERENCE_SYNTAX,
  referenceError,
  SECRET_REFERENCE_PATTERN,
  type SecretText,
  secretTexts,
} from '../secrets/secret-references.ts'
import { ownProperty } from '../values/json-values.ts'

/**
 * In an object only some strings are secrets: the address of a service account may be next to the reference to its
 * key.
 */
const mayBeLiteral = (secret: SecretProperty, { pointer, text }: SecretText): boolean =>
  secret.mayBeObject && pointer !== secret.pointer && !isSecretString(lastToken(pointer) ?? '', text)

function validateTextInFile(
  name: string,
  { pointer, text }: SecretText,
  report: ReportAt,
): 'literal' | 'reference' {
  const reference = parseSecretReference(text)
  if (reference === undefined && looksLikeReference(text)) {
    const message = `"${name}" contains a malformed secret reference: ${referenceError(text)}.`
    report('malformed-secret-reference', pointer, message, { notes: [{ message: REFERENCE_SYNTAX }] })
  }
  return reference === undefined && !looksLikeReference(text) ? 'literal' : 'reference'
}

const MACHINE_IDENTITY_PROPERTIES = CREDENTIAL_PROPERTIES.filter(name => !SECRET_PROPERTIES.includes(name))

/** A saved config outlives its request, so it may neither contain a secret nor name one of the machine. */
function validateSecretInStored(secret: SecretProperty, report: ReportAt): void {
  validateLiterals(secret, report, 'config', () => '${secret:slug}, a secret reference of this gateway')
  for (const { pointer, text } of secretTexts(secret.value, secret.pointer))
    if (/^\$\{(env|file):/.test(text))
      report(
        'secret-reference-in-request',
        pointer,
        `"${secret.name}" refers to a secret of the gateway host, which only the manifest may do. Use a stored provider by its slug.`,
      )
}

function validateSecretInRequest({ name, pointer: at, value }: SecretProperty, report: ReportAt): void {
  for (const { pointer, text } of secretTexts(value, at))
    if (SECRET_REFERENCE_PATTERN.test(text))
      report(
        'secret-reference-in-request',
        pointer,
        `"${name}" refers to a secret of the gateway host, which a request must not do. Send the secret itself, or use a stored provider by its slug.`,
      )
}

/** `KEY` of a provider is `OPENAI_API_KEY`; `apiKey` of a check is `LAKERA_API_KEY`. */
function variableFor(owner: string, name: string): string {
  const snakeCase = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
  return `${owner}_${snakeCase}`.toUpperCase().replaceAll(/\W/g, '_').replace(/^_/, '')
}

const validateSecretInFile = (secret: SecretProperty, report: ReportAt): void =>
  validateLiterals(secret, report, 'file', property => `\${env:${variableFor(secret.owner, property)}}`)

/** `exampleOf`: what a property could have instead. */
function validateLiterals(
  secret: SecretProperty,
  report: ReportAt,
  holder: string,
  exampleOf: (property: string) => string,
): void {
  const { name, value, pointer: at } = secret
  const literals = Array.from(secretTexts(value, at)).filter(
    text =>
      text.text !== '' && validateTextInFile(name, text, report) === 'literal' && !mayBeLiteral(secret, text),
  )
  const first = literals.find(({ pointer }) => pointer.endsWith('/private_key')) ?? literals[0]
  if (first === undefined) return
  const last = lastToken(first.pointer) ?? name
  // A key of an object may be the secret itself; only names that properties have are repeated.
  const property = last === 'private_key' || SECRET_PROPERTIES.includes(last) ? last : name
  const message = `"${name}" contains a plain-text secret. Remove it from the ${holder} and use a reference.`
  report('literal-secret', first.pointer, message, {
    notes: [{ message: `Example: ${property}: ${exampleOf(property)}` }],
  })
}

export const secretsAreReferences: Rule = (context, report) => {
  const { origin } = context.environment
  const validate =
    origin === 'request'
      ? validateSecretInRequest
      : origin === 'stored'
        ? validateSecretInStored
        : validateSecretInFile
  for (const node of context.nodes) {
    for (const name of isByCaller(context.environment) ? MACHINE_IDENTITY_PROPERTIES : [])
      if (ownProperty(node.value, name) !== undefined)
        report(
          'secret-reference-in-request',
          { key: childPointer(node.pointer, name) },
          `"${name}" names an identity of the gateway host, which a request must not do. Send your own credential, or use a stored provider by its slug.`,
        )
    for (const secret of secretsOfNode(node, context)) validate(secret, report)
  }
  for (const secret of secretsOfChecks(context)) validate(secret, report)
}
