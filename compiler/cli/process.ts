// The process of `portolan`: streams, working folder and exit code.

import { fileURLToPath } from 'node:url'
import { dayOf } from '../../schemas/values/model-life.ts'
import { EXIT, usageError } from './command.ts'
import { runCommand } from './run-command.ts'
import { createTerminal } from './terminal.ts'
import { typedFolder } from './typed-folder.ts'

// A closed pipe (| head) is not an error and does not change the exit code.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', error => {
    const code = 'code' in error ? String(error.code) : 'unknown reason'
    if (code === 'EPIPE') return
    process.stderr.write(`The output cannot be written (${code}).\n`)
    process.exit(EXIT.findings)
  })

/** Undefined if the working folder was deleted. */
function workingFolder(): string | undefined {
  try {
    const manifest = fileURLToPath(new URL('../../package.json', import.meta.url))
    const typed = typedFolder({ environment: process.env, folder: process.cwd(), manifest })
    process.chdir(typed)
    return typed
  } catch {
    return undefined
  }
}

async function run(): Promise<number> {
  const folder = workingFolder()
  const terminal = createTerminal(
    process,
    folder ?? '/',
    () => performance.now(),
    () => dayOf(Date.now()),
  )
  if (folder === undefined) return usageError(terminal, 'The working folder no longer exists.')
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
