// Header parameters of a check are written to plans as they are, so a credential there is a plain-text secret: it
// belongs in the parameter that takes a reference.
import { mayNameASecret } from '../../diagnostics/secret-names.ts'
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { isObject, own } from '../kind.ts'
import type { Rule } from '../rule.ts'

const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie'])

export const checkHeadersHoldNoSecret: Rule = ({ surroundings, guards }, tell) => {
  // A header config belongs to its client and is not written to a file.
  if (surroundings.door === 'request') return
  for (const { checks } of guards.written)
    for (const { facts, parameters, pointer } of checks) {
      const [secret] = facts?.secrets ?? []
      const headers = own(parameters, 'headers')
      if (secret === undefined || !isObject(headers)) continue
      for (const name of Object.keys(headers)) {
        if (!CREDENTIALS.has(name.toLowerCase()) && !mayNameASecret(name)) continue
        tell(
          'literal-secret',
          child(child(pointer, 'headers'), name),
          `The header ${quoted(name)} contains a plain-text secret. Remove it from the file and use a reference in ${quoted(secret)}.`,
          {
            notes: [{ message: `Example: ${secret}: \${env:SERVICE_TOKEN}` }],
          },
        )
      }
    }
}
