// Reads a file of tests without running them: its structure by the schema, then what the schema cannot express.

import { basename, relative } from 'node:path'
import type { ConfigTests, UpstreamStep } from '../../../schemas/generated/types.ts'
import { configTest as validator } from '../../../schemas/generated/validators/config-test.js'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import {
  collectDiagnostics,
  type Diagnostic,
  hasErrors,
  type ReportDiagnostic,
} from '../../diagnostics/diagnostic.ts'
import type { SourceInput } from '../../project-input.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import type { SourceReader } from '../../read/reader.ts'
import type { ParsedSource } from '../../source.ts'
import { finishReport } from '../../validate/finish-report.ts'
import { createReportAt, type ReportAt } from '../../validate/reporting/report.ts'
import { propertyNamesOf } from '../../validate/structure/property-names.ts'
import { validateStructure } from '../../validate/structure/validate-structure.ts'
import { testStem } from '../files/find-test-files.ts'
import { readFileText } from '../files/read-file.ts'
import { checkTestNames } from './check-test-names.ts'
import { stepsOf, type TestSubjects, testParts } from './test-parts.ts'

export interface TestFile {
  readonly parsed: ParsedSource
  readonly tests: ConfigTests
}

/** Undefined after an error. `stem`: the name of the file without its extensions. */
export function readConfigTests(
  input: SourceInput,
  stem: string,
  subjects: TestSubjects,
  report: ReportDiagnostic,
): TestFile | undefined {
  const parsed = input.read(input.source, report)
  if (parsed === undefined) return undefined
  const { report: collectReport, diagnostics } = collectDiagnostics()
  const names = { ...propertyNamesOf('ConfigTests'), root: 'test file' }
  const { reported } = validateStructure(parsed, validator, names, createReportAt(parsed, collectReport))
  const { value } = parsed
  if (isConfigTests(value)) {
    const reportAt = createReportAt(parsed, collectReport, reported)
    const { gateway } = subjects
    if (gateway !== undefined) checkTestNames(value, stem, { ...subjects, gateway }, reportAt)
    checkTestSteps(value, reportAt)
  }
  finishReport(diagnostics, parsed, 'ConfigTests', subjects.catalog, report)
  return isConfigTests(value) && !hasErrors(diagnostics) ? { parsed, tests: value } : undefined
}

/** The validator guarantees the type. */
const isConfigTests = (value: unknown): value is ConfigTests => validator(value)

/** A step of a script has one outcome: a failure, or a reply with one body. */
const REPLY = ['status', 'headers', 'error', 'content', 'body', 'stream', 'interval', 'cut'] as const
const BODIES = ['content', 'body', 'stream'] as const

function checkTestSteps(tests: ConfigTests, report: ReportAt): void {
  for (const { at, upstreams } of testParts(tests))
    for (const [name, script] of Object.entries(upstreams ?? {}))
      for (const [step, pointer] of stepsOf(script, childPointer(childPointer(at, 'upstreams'), name)))
        checkStep(step, pointer, report)
}

function checkStep(step: UpstreamStep, at: string, report: ReportAt): void {
  const written = (names: readonly (keyof UpstreamStep)[]) => names.filter(name => step[name] !== undefined)
  const reply = written(REPLY)
  // An error may have a message of its own: its "content".
  const bodies = written(step.error === undefined ? BODIES : ['error', 'body', 'stream'])
  const [first = ''] = reply
  if (step.fail !== undefined && reply.length > 0)
    report(
      'contradictory-test-step',
      { key: childPointer(at, first) },
      `A call that fails ("${step.fail}") has no reply: remove ${quoted(reply)}, or "fail".`,
    )
  const [, second] = bodies
  if (second !== undefined)
    report(
      'contradictory-test-step',
      { key: childPointer(at, second) },
      `A reply has one body: write one of ${quoted(bodies)}.`,
    )
  const [unsent] = step.error === 'connection' ? reply.filter(name => name !== 'error') : []
  if (unsent !== undefined)
    report(
      'contradictory-test-step',
      { key: childPointer(at, unsent) },
      `A connection that fails has no reply: remove ${quoted([unsent])}, or write another kind of error.`,
    )
}

const quoted = (names: readonly string[]): string =>
  joinNames(
    names.map(name => `"${name}"`),
    'and',
  )

/** A file of tests, read for the commands that check or run it. */
interface ReadTestFile {
  /** As shown to the user. */
  readonly name: string
  /** Undefined after errors. */
  readonly file: TestFile | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** `folder`: the working folder, which names in diagnostics are relative to. */
export function readTestFile(
  path: string,
  read: SourceReader,
  subjects: TestSubjects,
  folder: string,
): ReadTestFile {
  const name = relative(folder, path) || basename(path)
  const { report, diagnostics } = collectDiagnostics()
  const { text, fault } = readFileText(path)
  if (text === undefined) {
    const location = { source: { name, text: '' }, span: { start: 0, end: 0 } }
    return { name, file: undefined, diagnostics: [createDiagnostic('unreadable-file', location, fault)] }
  }
  const file = readConfigTests({ source: { name, text }, read }, testStem(path), subjects, report)
  return { name, file: hasErrors(diagnostics) ? undefined : file, diagnostics }
}
