// What a command is: a row of the table in commands.ts.
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Terminal } from './terminal.ts'

/** Exit codes: clean, findings, wrong usage, a bug of ours. */
export const EXIT = { clean: 0, findings: 1, usage: 64, bug: 70 } as const

export type Values = Readonly<Record<string, string | boolean | undefined>>

export interface Command {
  readonly name: string
  /** One line in the list of commands. */
  readonly summary: string
  /** What follows the name in the usage line. */
  readonly usage: string
  /** What `--help` says below the usage line. */
  readonly help: string
  readonly options: ParseArgsOptionsConfig
  /** Resolves with an exit code; `serve` resolves when it is stopped. */
  readonly run: (positionals: readonly string[], values: Values, terminal: Terminal) => Promise<number>
}

/** Complains about usage and gives the code for it. */
export function misuse(terminal: Terminal, message: string, command?: string): number {
  terminal.tell(
    `${message}\nportolan ${command === undefined ? '--help' : `${command} --help`} shows how it is used.`,
  )
  return EXIT.usage
}
