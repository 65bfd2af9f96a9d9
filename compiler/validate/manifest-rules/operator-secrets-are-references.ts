// Secrets that only the operator has, the encryption key and those of secret managers, come from variables and files.
import { secretAuthFacts } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { looksLikeReference, parseSecretReference } from '../../facts/secret.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import {
  OPERATOR_REFERENCE_SYNTAX,
  referenceError,
  SECRET_REFERENCE_PATTERN,
  secretTexts,
} from '../secrets/secret-references.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

export const operatorSecretsAreReferences: ManifestRule = ({ manifest }, report) => {
  validateSecret('encryption_key', '/encryption_key', ownProperty(manifest, 'encryption_key'), report)
  const references = ownProperty(manifest, 'secret_references')
  for (const [slug, reference] of Object.entries(isJsonObject(references) ? references : {})) {
    const pointer = childPointer('/secret_references', slug)
    for (const [name, value] of Object.entries(isJsonObject(reference) ? reference : {})) {
      const at = childPointer(pointer, name)
      if (name !== 'auth_config') validateNoSecret(name, at, value, report)
      else
        for (const [setting, item] of Object.entries(isJsonObject(value) ? value : {})) {
          const validate = secretAuthFacts[setting]?.secret === true ? validateSecret : validateNoSecret
          validate(setting, childPointer(at, setting), item, report)
        }
    }
  }
}

function validateSecret(name: string, at: Pointer, value: Json | undefined, report: ReportAt): void {
  if (typeof value !== 'string' || value === '') return
  const reference = parseSecretReference(value)
  if (reference?.source === 'secret')
    report(
      'misplaced-secret-reference',
      at,
      `${quoteName(name)} is needed to read secrets, so it cannot be a secret reference itself; use \${env:NAME} or \${file:/path}.`,
    )
  else if (reference === undefined && looksLikeReference(value))
    report(
      'malformed-secret-reference',
      at,
      `${quoteName(name)} contains a malformed secret reference: ${referenceError(value)}.`,
      { notes: [{ message: OPERATOR_REFERENCE_SYNTAX }] },
    )
  else if (reference === undefined)
    report(
      'literal-secret',
      at,
      `${quoteName(name)} contains a plain-text secret. Remove it from the file and use a reference.`,
      { notes: [{ message: `Example: ${name}: \${env:${name.toUpperCase()}}` }] },
    )
}

function validateNoSecret(name: string, at: Pointer, value: Json, report: ReportAt): void {
  for (const { pointer, text } of secretTexts(value, at))
    if (SECRET_REFERENCE_PATTERN.test(text))
      report(
        'misplaced-secret-reference',
        pointer,
        `${quoteName(name)} contains a secret reference, which is not resolved here.`,
      )
}
