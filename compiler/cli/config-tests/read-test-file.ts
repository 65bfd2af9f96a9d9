// Reads a file of tests for the commands that run or check it.
import { basename, relative } from 'node:path'
import { collectDiagnostics, type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import type { SourceReader } from '../../read/reader.ts'
import { testStem } from '../files/find-test-files.ts'
import { readFileText } from '../files/read-file-text.ts'
import { readConfigTests, type TestFile } from './read-config-tests.ts'
import type { TestSubjects } from './test-parts.ts'

export interface ReadTestFile {
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
