// Streams a log of requests, and reports lines that are no records.
import { resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import { readLines } from '../files/read-lines.ts'
import { type RecordedRequest, readRecord } from './read-record.ts'

/** Records are shorter; a line of a file that is no log may be as long as the file. */
const MAX_LENGTH = 1_000_000
/** Lines that are reported each; the others are counted. */
const MAX_REPORTED = 10

export interface LoggedRequests {
  /** Malformed lines. */
  readonly diagnostics: readonly Diagnostic[]
  readonly records: number
  /** Why the file cannot be read. */
  readonly fault?: string
}

export async function readRequestLog(
  file: string,
  folder: string,
  onRecord: (request: RecordedRequest) => void,
): Promise<LoggedRequests> {
  const diagnostics: Diagnostic[] = []
  let [records, malformed] = [0, 0]
  const report = (line: number, sentence: string): void => {
    malformed += 1
    if (malformed > MAX_REPORTED) return
    // The lines before are not kept: only their number matters.
    const source = { name: file, text: '\n'.repeat(line - 1) }
    const span = { start: line - 1, end: line - 1 }
    diagnostics.push(createDiagnostic('malformed-record', { source, span }, sentence))
  }
  const fault = await readLines(resolve(folder, file), MAX_LENGTH, ({ number, text }) => {
    if (text === undefined) report(number, `This line is longer than ${MAX_LENGTH} characters.`)
    else if (text.trim() !== '') {
      const read = readRecord(text)
      if ('malformed' in read) report(number, read.malformed)
      else {
        records += 1
        onRecord(read)
      }
    }
  })
  if (malformed > MAX_REPORTED) {
    const location = { source: { name: file, text: '' }, span: { start: 0, end: 0 } }
    const sentence = `${pluralize(malformed - MAX_REPORTED, 'more line')} of this file ${malformed - MAX_REPORTED === 1 ? 'is' : 'are'} no records.`
    diagnostics.push(createDiagnostic('malformed-record', location, sentence))
  }
  return { diagnostics, records, ...(fault === undefined ? {} : { fault }) }
}
