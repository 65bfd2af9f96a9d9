// The checks as runtime/guardrails/README.md lists them, one line each.

import { describeCapabilities, describeInput } from '../../compiler/cli/format-checks.ts'
import { catalogChecks } from '../../compiler/facts/catalog-checks.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The text between the two comments of runtime/guardrails/README.md. */
export const checkTable = (): string =>
  [
    `| ${catalogChecks.length} checks | what holds | reads | also |`,
    '|---|---|---|---|',
    ...catalogChecks.map(
      facts =>
        `| \`${facts.id}\` | ${cell(facts.description.replace(/\.$/, ''))} | ${describeInput(facts)} | ${describeCapabilities(facts).join(', ')} |`,
    ),
    '',
  ].join('\n')
