// The results of tests: for people, with failures at their locations and a summary line, and as JUnit's XML.
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createLineIndex } from '../../diagnostics/position.ts'
import { pretty } from '../../diagnostics/pretty.ts'
import { writeText } from '../layout/fit-text.ts'
import type { Terminal } from '../terminal.ts'
import { escapeAttribute, escapeText } from '../xml-text.ts'
import { caseDiagnostics, hasPassed } from './case-diagnostics.ts'
import type { CaseResult } from './run-config-tests.ts'
import type { FileResult, GroupResult } from './run-test-group.ts'

interface TestCounts {
  readonly files: number
  readonly passed: number
  readonly failed: number
  /** Files that cannot be read or have mistakes. */
  readonly unread: number
}

export function countTests(results: readonly GroupResult[]): TestCounts {
  const files = results.flatMap(result => result.files)
  const cases = files.flatMap(file => file.cases)
  const passed = cases.filter(hasPassed).length
  return {
    files: files.length,
    passed,
    failed: cases.length - passed,
    unread: files.filter(({ file }) => file === undefined).length,
  }
}

/** What failed, and what could not be run. */
export const failuresOf = (results: readonly GroupResult[]): readonly Diagnostic[] =>
  results.flatMap(({ files, diagnostics }) => [...diagnostics, ...files.flatMap(each => each.diagnostics)])

export function printTestResults(results: readonly GroupResult[], terminal: Terminal): void {
  const lineIndex = createLineIndex()
  for (const { files, diagnostics } of results) {
    for (const diagnostic of [...diagnostics, ...files.flatMap(file => file.diagnostics)])
      writeText(terminal, `${pretty(diagnostic, terminal.paint, lineIndex, terminal.width)}\n\n`)
    for (const { name, cases } of files) {
      const failed = cases.filter(each => !hasPassed(each))
      if (cases.length === 0) continue
      const counts = `${cases.length - failed.length} of ${pluralize(cases.length, 'case')} passed`
      writeText(terminal, `${terminal.paint('place', name)} ${counts}`)
      for (const each of failed) writeText(terminal, `  ${terminal.paint('error', 'failed')} ${each.name}`)
    }
  }
}

/** Fewer cases take the time of the first one, in which code is loaded. */
const ENOUGH_FOR_A_RATE = 100

/** `12 passed, 1 failed in 3 files, 60 ms`. */
export function formatTestSummary(results: readonly GroupResult[]): string {
  const { files, passed, failed, unread } = countTests(results)
  const milliseconds = results.reduce((sum, result) => sum + result.milliseconds, 0)
  const rate = milliseconds === 0 ? 0 : Math.round(((passed + failed) / milliseconds) * 1000)
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unread > 0 ? [`${pluralize(unread, 'file')} with mistakes`] : []),
  ]
  const speed = passed + failed < ENOUGH_FOR_A_RATE ? '' : `, ${rate.toLocaleString('en-US')} cases a second`
  return `${counts.join(', ')} in ${pluralize(files, 'file')}, ${Math.round(milliseconds)} ms${speed}`
}

/** JUnit's XML, which CI systems show: a suite for each file, with its cases. */
export function formatJunit(results: readonly GroupResult[]): string {
  const suites = results.flatMap(({ files, diagnostics }) => [
    ...(diagnostics.length === 0 ? [] : [brokenSuite('configs', diagnostics)]),
    ...files.map(file =>
      file.file === undefined ? brokenSuite(file.name, file.diagnostics) : fileSuite(file, file.file.parsed),
    ),
  ])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="portolan">',
    ...suites,
    '</testsuites>',
  ].join('\n')
}

function fileSuite({ name, cases }: FileResult, parsed: NonNullable<FileResult['file']>['parsed']): string {
  const failures = cases.filter(each => !hasPassed(each)).length
  const head = `  <testsuite name="${escapeAttribute(name)}" tests="${cases.length}" failures="${failures}" errors="0">`
  return [
    head,
    ...cases.map(each => testCase(name, each, caseDiagnostics(parsed, each))),
    '  </testsuite>',
  ].join('\n')
}

function testCase(file: string, { name }: CaseResult, diagnostics: readonly Diagnostic[]): string {
  const head = `    <testcase name="${escapeAttribute(name)}" classname="${escapeAttribute(file)}"`
  const [first] = diagnostics
  if (first === undefined) return `${head}/>`
  const text = diagnostics.map(each => pretty(each)).join('\n\n')
  return `${head}>\n      <failure message="${escapeAttribute(first.message)}">${escapeText(text)}</failure>\n    </testcase>`
}

/** Files whose tests could not be run. */
function brokenSuite(name: string, diagnostics: readonly Diagnostic[]): string {
  const text = escapeText(diagnostics.map(each => pretty(each)).join('\n\n'))
  const shown = escapeAttribute(name)
  return [
    `  <testsuite name="${shown}" tests="1" failures="0" errors="1">`,
    `    <testcase name="is valid" classname="${shown}">`,
    `      <error message="The tests cannot be run.">${text}</error>`,
    '    </testcase>',
    '  </testsuite>',
  ].join('\n')
}
