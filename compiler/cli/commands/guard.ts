// `portolan guard explain TEXT`: what the checks of personal data and secrets find in a string, and why, or why not.

import { explainPii } from '../../../runtime/guardrails/detect/pii/explain-pii.ts'
import { finders, type PiiCategory } from '../../../runtime/guardrails/detect/pii/find-pii.ts'
import { explainSecrets } from '../../../runtime/guardrails/detect/secrets/explain-secrets.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { writeText } from '../layout/fit-text.ts'

/** As default.secrets has them. */
const SECRET_OPTIONS = { entropy: true, entropyThreshold: 4 }
const SHOWN = 60

interface Explanation {
  readonly check: string
  readonly value: string
  /** Undefined where the check does not find it. */
  readonly kind?: string
  readonly reasons: readonly string[]
}

export const guardCommand: Command = {
  usage: 'explain TEXT [--format pretty|json]',
  help: `Shows what default.pii and default.secrets find in a string with all categories, and what decides: the label beside a value, its
separators, its check digit, its form, the name that it is assigned to. Of numbers and long words that are not found it shows what
rules them out. It is read as it is written: what the checks decode or unfold first is not.

  --format F   pretty (default), or json: a list with check, value, kind and reasons`,
  words: () => ({ '': ['explain'] }),
  options: { format: { type: 'string', default: 'pretty' } },
  run: async ([verb, text, ...others], { format }, terminal) => {
    if (verb !== 'explain' || text === undefined || others.length > 0)
      return usageError(terminal, 'Write portolan guard explain "TEXT", with the text in quotes.', 'guard')
    if (format !== 'pretty' && format !== 'json')
      return usageError(terminal, 'The format is pretty or json.', 'guard')
    const explanations = explain(text)
    if (format === 'json') terminal.writeStdout(JSON.stringify(explanations, null, 2))
    else if (explanations.length === 0)
      writeText(terminal, 'Nothing in this string looks like personal data or a secret.')
    else writeText(terminal, explanations.map(line).join('\n'))
    return EXIT.clean
  },
}

function explain(text: string): readonly Explanation[] {
  const categories = Object.keys(finders) as PiiCategory[]
  return [
    ...explainPii(text, categories).map(each => ({ check: 'default.pii', ...each })),
    ...explainSecrets(text, SECRET_OPTIONS).map(each => ({ check: 'default.secrets', ...each })),
  ].map(({ start, end, ...facts }) => ({ value: text.slice(start, end), ...facts }))
}

function line({ check, value, kind, reasons }: Explanation): string {
  const shown = (value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value).replaceAll(/\s+/g, ' ')
  return kind === undefined
    ? `${check}  ${shown}  not found: ${reasons.join('; ')}`
    : `${check}  ${shown}  ${kind}, by ${reasons.join(', ')}`
}
