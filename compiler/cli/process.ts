// `portolan` as a process: its streams, working folder and exit code.
import { EXIT, misuse } from './command.ts'
import { runCommand } from './run-command.ts'
import { terminalOf } from './terminal.ts'

// A reader that closes the pipe early (| head) is no mistake of ours, and changes nothing about what was found.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', error => {
    const code = 'code' in error ? String(error.code) : 'unknown reason'
    if (code === 'EPIPE') return
    process.stderr.write(`The output cannot be written (${code}).\n`)
    process.exit(EXIT.findings)
  })

/** The working folder may have been deleted under the shell. */
function workingFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

async function run(): Promise<number> {
  const folder = workingFolder()
  const terminal = terminalOf(process, folder ?? '/')
  if (folder === undefined) return misuse(terminal, 'The working folder does not exist any more.')
  return await runCommand(process.argv.slice(2), terminal)
}

run().then(
  code => {
    process.exitCode = code
  },
  (bug: unknown) => {
    process.stderr.write(
      `portolan has a bug, please report it: ${bug instanceof Error ? bug.stack : typeof bug}\n`,
    )
    process.exitCode = EXIT.bug
  },
)
