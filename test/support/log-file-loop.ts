// A process that appends batches of numbered lines to a log file, and prints each batch that was acknowledged.
// Arguments: the name of the run, the number of batches, the lines of a batch, and the options of the file as JSON.
import { openLogFile } from '../../runtime/stores/log-file.ts'
import type { LogFileOptions } from '../../runtime/stores/log-file-writer.ts'
import { numberedLines } from './numbered-lines.ts'

const [run = '', batches = '', lines = '', options = ''] = process.argv.slice(2)
const file = await openLogFile(JSON.parse(options) as LogFileOptions)
process.stdout.write('opened\n')
for (let batch = 1; batch <= Number(batches); batch += 1) {
  const name = `${run}.${batch}`
  try {
    await file.append(numberedLines(name, Number(lines)))
    process.stdout.write(`${name}\n`)
  } catch (error) {
    process.stdout.write(`failed: ${error instanceof Error ? error.message : ''}\n`)
  }
}
await file.close()
