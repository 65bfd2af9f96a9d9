// Reads one file of tests: its structure by the schema, then what the schema cannot say. Nothing is run.
import type { ConfigTests } from '../../../schemas/generated/types.ts'
import { configTest as validator } from '../../../schemas/generated/validators/config-test.js'
import { collectDiagnostics, hasErrors, type ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { SourceInput } from '../../project-input.ts'
import type { ParsedSource } from '../../source.ts'
import { finishReport } from '../../validate/finish-report.ts'
import { createReportAt } from '../../validate/reporting/report.ts'
import { propertyNamesOf } from '../../validate/structure/property-names.ts'
import { validateStructure } from '../../validate/structure/validate-structure.ts'
import { checkTestNames } from './check-test-names.ts'
import { checkTestSteps } from './check-test-steps.ts'
import type { TestSubjects } from './test-parts.ts'

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
