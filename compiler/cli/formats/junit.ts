// Findings in JUnit's XML, which CI systems show: a suite for each file, with a case for each finding. Errors are failures; warnings and
// notes are cases that passed, with their text as output.
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { toJsonDiagnostic } from '../../diagnostics/json.ts'
import { createLineIndex, type LineIndex } from '../../diagnostics/position.ts'
import { pretty, withoutColor } from '../../diagnostics/pretty.ts'
import { escapeAttribute, escapeText } from '../xml-text.ts'
import { type FindingFormat, rulePage } from './format.ts'

export const junitFormat: FindingFormat = {
  summary: "JUnit's XML, for CI systems",
  isForPeople: false,
  render: ({ diagnostics, configs }) => {
    const lineIndex = createLineIndex()
    const files = Map.groupBy(diagnostics, ({ location }) => location.source.name)
    const suites = [...files].map(([file, found]) => suite(file, found, lineIndex))
    const failures = errorsOf(diagnostics)
    const checked = `${pluralize(configs, 'config')} checked`
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="portolan" tests="${diagnostics.length + 1}" failures="${failures}" errors="0">`,
      // A report without any case is a mistake for most systems.
      '  <testsuite name="portolan" tests="1" failures="0" errors="0">',
      `    <testcase name="${escapeAttribute(checked)}" classname="portolan"/>`,
      '  </testsuite>',
      ...suites,
      '</testsuites>',
    ].join('\n')
  },
}

const errorsOf = (diagnostics: readonly Diagnostic[]): number =>
  diagnostics.filter(({ severity }) => severity === 'error').length

function suite(file: string, found: readonly Diagnostic[], lineIndex: LineIndex): string {
  const name = escapeAttribute(file)
  const cases = found.map(diagnostic => {
    const { code, severity, message, line, column } = toJsonDiagnostic(diagnostic)
    const page = rulePage(code)
    const text = escapeText(
      [pretty(diagnostic, withoutColor, lineIndex), ...(page === undefined ? [] : [page.explanation])].join(
        '\n\n',
      ),
    )
    const body =
      severity === 'error'
        ? `<failure type="${escapeAttribute(code)}" message="${escapeAttribute(message)}">${text}</failure>`
        : `<system-out>${text}</system-out>`
    return [
      `    <testcase name="${escapeAttribute(`${code} at ${line}:${column}`)}" classname="${name}" file="${name}" line="${line}">`,
      `      ${body}`,
      '    </testcase>',
    ].join('\n')
  })
  const head = `  <testsuite name="${name}" tests="${found.length}" failures="${errorsOf(found)}" errors="0">`
  return [head, ...cases, '  </testsuite>'].join('\n')
}
