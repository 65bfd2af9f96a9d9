// The results of tests in JUnit's XML, which CI systems show: a suite for each file, with its cases.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { pretty } from '../../diagnostics/pretty.ts'
import { escapeAttribute, escapeText } from '../xml-text.ts'
import { caseDiagnostics, hasPassed } from './case-diagnostics.ts'
import type { CaseResult } from './run-config-tests.ts'
import type { FileResult, GroupResult } from './run-test-group.ts'

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
