// What the commands see of the terminal: two streams, colours only where a person looks, and the working folder.
import type { Paint } from '../diagnostics/pretty.ts'

export interface Terminal {
  readonly out: (text: string) => void
  /** For people: summaries, progress, complaints about usage. */
  readonly tell: (text: string) => void
  readonly paint: Paint
  /** A line that is written over by the next; silent where nobody looks. */
  readonly progress: (text: string) => void
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

const CODES = { error: 31, warning: 33, note: 36, place: 1, quiet: 2 } as const

/** What a terminal needs of the process. */
export interface TerminalHost {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
}

interface OutputStream {
  readonly isTTY?: boolean
  readonly write: (text: string) => boolean
}

export function terminalOf(host: TerminalHost, folder: string): Terminal {
  const { stdout, stderr, env } = host
  const coloured = stdout.isTTY === true && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb'
  let shown = false
  const clear = (): void => {
    if (shown) stderr.write('\r\x1b[K')
    shown = false
  }
  return {
    out: text => {
      clear()
      stdout.write(text.endsWith('\n') ? text : `${text}\n`)
    },
    tell: text => {
      clear()
      stderr.write(text.endsWith('\n') ? text : `${text}\n`)
    },
    paint: coloured ? (role, text) => `\x1b[${CODES[role]}m${text}\x1b[0m` : (_role, text) => text,
    progress: text => {
      if (stderr.isTTY !== true) return
      clear()
      if (text !== '') stderr.write(text)
      shown = text !== ''
    },
    folder,
    environment: env,
  }
}
