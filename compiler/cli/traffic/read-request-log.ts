// Streams a log of requests, and reports lines that are not records.

import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import { describeFileError } from '../files/read-file.ts'
import { type RecordedRequest, readRecord } from './read-record.ts'

/** Records are shorter; a line of a file that is not a log may be as long as the file. */
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
    // Earlier lines are not retained: only their number matters.
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

// Reads a file line by line: as much of it is in memory as one piece and one line.

/** A line without its end; undefined where it has more than the limit. */
interface FileLine {
  readonly number: number
  readonly text: string | undefined
}

/** Calls `onLine` for each line of a file, of at most `maxLength` UTF-16 code units; resolves to why it cannot be read, if so. */
async function readLines(
  path: string,
  maxLength: number,
  onLine: (line: FileLine) => void,
): Promise<string | undefined> {
  let [pending, number, isTooLong] = ['', 0, false]
  const end = (text: string): void => {
    number += 1
    const isLonger = isTooLong || text.length > maxLength
    onLine({ number, text: isLonger ? undefined : text.replace(/\r$/, '') })
    isTooLong = false
  }
  try {
    for await (const piece of createReadStream(path, { encoding: 'utf8' })) {
      const [first = '', ...others] = String(piece).split('\n')
      pending = isTooLong ? '' : pending + first
      for (const next of others) {
        end(pending)
        pending = next
      }
      if (pending.length > maxLength) {
        isTooLong = true
        pending = ''
      }
    }
  } catch (error) {
    return `It ${describeFileError(error)}.`
  }
  if (pending !== '' || isTooLong) end(pending)
  return undefined
}
