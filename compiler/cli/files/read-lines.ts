// Reads a file line by line: as much of it is in memory as one piece and one line.
import { createReadStream } from 'node:fs'
import { describeFileError } from './file-error.ts'

/** A line without its end; undefined where it has more than the limit. */
export interface FileLine {
  readonly number: number
  readonly text: string | undefined
}

/** Calls `onLine` for each line of a file, of at most `maxLength` UTF-16 code units; resolves to why it cannot be read, if so. */
export async function readLines(
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
