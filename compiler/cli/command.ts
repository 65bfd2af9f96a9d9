// The definition of a command; commands.ts lists them.
import type { ParseArgsOptionsConfig } from 'node:util'
import { fitText } from './layout/fit-text.ts'
import type { Terminal } from './terminal.ts'

/** Exit codes: clean, findings, usage error, internal error. */
export const EXIT = { clean: 0, findings: 1, usage: 64, bug: 70 } as const

/** Lists are those of options that may be written several times. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface Command {
  /** What follows the name in the usage line. */
  readonly usage: string
  /** What `--help` prints below the usage line. */
  readonly help: string
  readonly options: ParseArgsOptionsConfig
  /** What shells complete: values of options by their names, and under `''` the first argument. Others are paths. */
  readonly words?: () => Readonly<Record<string, readonly string[]>>
  /** The values of options that may be written without one: `--fix` is `--fix=safe`. */
  readonly bareValues?: Readonly<Record<string, string>>
  /** Resolves to an exit code; `serve` resolves when it is stopped. */
  readonly run: (positionals: readonly string[], values: OptionValues, terminal: Terminal) => Promise<number>
}

export interface CommandEntry {
  readonly name: string
  /** One line in the list of commands. */
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** Prints a usage error and returns its exit code. */
export function usageError(terminal: Terminal, message: string, command?: string): number {
  const usage = `Run "portolan ${command === undefined ? '--help' : `${command} --help`}" for usage.`
  terminal.writeStderr(fitText(`${message}\n${usage}`, terminal.width))
  return EXIT.usage
}
