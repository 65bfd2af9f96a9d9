// What shells know of a command.

export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly { readonly name: string; readonly takesValue: boolean }[]
}

/** A string in single quotes of a POSIX shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
