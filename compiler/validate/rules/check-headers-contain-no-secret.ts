// Header parameters of a check are written to plans as they are, so a credential there is a plain-text secret: it
// belongs in the parameter that takes a reference.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { mightBeSecretName } from '../../diagnostics/secret-names.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { SECRET_REFERENCE_PATTERN } from '../secrets/secret-references.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie'])

export const checkHeadersContainNoSecret: Rule = ({ environment, guards }, report) => {
  // A header config belongs to its client and is not written to a file.
  if (environment.origin === 'request') return
  for (const { checks } of guards.definitions)
    for (const { facts, parameters, pointer } of checks) {
      const [secret] = facts?.secrets ?? []
      const headers = ownProperty(parameters, 'headers')
      if (secret === undefined || !isJsonObject(headers)) continue
      for (const [name, value] of Object.entries(headers)) {
        // A reference is reported as one: it is not resolved here.
        if (typeof value === 'string' && SECRET_REFERENCE_PATTERN.test(value)) continue
        if (!CREDENTIALS.has(name.toLowerCase()) && !mightBeSecretName(name)) continue
        report(
          'literal-secret',
          childPointer(childPointer(pointer, 'headers'), name),
          `The header ${quoteName(name)} contains a plain-text secret. Remove it from the file and use a reference in ${quoteName(secret)}.`,
          {
            notes: [{ message: `Example: ${secret}: \${env:SERVICE_TOKEN}` }],
          },
        )
      }
    }
}
