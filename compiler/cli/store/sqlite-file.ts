// The file of the SQLite store that a command copies or replaces; of other stores, how they are copied.
import { resolve } from 'node:path'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { EXIT, usageError } from '../command.ts'
import { isListFormat, LIST_FORMAT_USAGE } from '../list-format.ts'
import { locateStore, type StoreCommand } from './use-store.ts'

const SQLITE = /^sqlite:(?!:memory:)./

const OTHERS: readonly (readonly [address: RegExp, how: string])[] = [
  [
    /^postgres(ql)?:/,
    'Copy a PostgreSQL store with pg_dump of its schema (portolan by default), and restore it with psql.',
  ],
  [/^folder:/, 'A folder store is copied by git, or as a folder while no process writes to it.'],
  [/^s3:/, 'Object storage copies itself: turn on versions of the bucket.'],
  [/^https?:/, 'A gateway does not give out its store: run the command on the machine of its store.'],
]

/** Runs the command with the path of the file; turns a `StoreError` into its sentence and an exit code. */
export async function useSqliteFile(
  command: StoreCommand,
  use: (path: string, isJson: boolean) => Promise<void>,
): Promise<number> {
  const { name, values, terminal } = command
  if (!isListFormat(values['format'])) return usageError(terminal, LIST_FORMAT_USAGE, name)
  try {
    const located = await locateStore(command)
    if (typeof located === 'number') return located
    const { address, folder } = located
    if (!SQLITE.test(address)) {
      const how = OTHERS.find(([form]) => form.test(address))?.[1] ?? 'A store in memory cannot be copied.'
      terminal.writeStderr(`portolan ${name} is for SQLite stores. ${how}`)
      return EXIT.usage
    }
    await use(resolve(folder, address.slice('sqlite:'.length)), values['format'] === 'json')
    return EXIT.clean
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    terminal.writeStderr(error.message)
    return EXIT.findings
  }
}
