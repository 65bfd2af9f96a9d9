// The terminal as commands see it: two streams, colors only for interactive terminals, and the working folder.
import { escapeControls } from '../../schemas/values/json.ts'
import type { Paint } from '../diagnostics/pretty.ts'

export interface Terminal {
  readonly writeStdout: (text: string) => void
  /** Writes to standard error: summaries, progress, usage errors. */
  readonly writeStderr: (text: string) => void
  readonly paint: Paint
  /** Columns that text for people may take; infinite in a pipe or file, where a row is one line for `grep`. */
  readonly width: number
  /** A line that is overwritten by the next output; only in interactive terminals. */
  readonly progress: (text: string) => void
  readonly folder: string
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  /** The day in UTC, as 2026-11-29. */
  readonly today: () => string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * What would move the cursor, end a line or reorder what is shown, but for the line breaks, tabs and colours of commands. Foreign text
 * loses these characters and its line breaks in the formatters (`diagnostics/mask.ts`); here nothing that was missed gets through.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  /\x1b(?!\[(?:[012]|3[136])m)|\r(?!\n)|(?![\t\n\r\x1b])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

const safe = (text: string): string => escapeControls(text, UNSAFE)

const CODES = { error: 31, warning: 33, note: 36, place: 1, quiet: 2 } as const

/** The parts of `process` that a terminal uses. */
export interface TerminalHost {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
}

interface OutputStream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => boolean
}

/** Of a terminal that does not say, and the least that is laid out for. */
const USUAL_WIDTH = 80
const LEAST_WIDTH = 20

/** `COLUMNS` counts for pipes too: `COLUMNS=100 portolan analyse | less`. */
function columnsOf({ isTTY, columns }: OutputStream, written: string | undefined): number {
  const wanted = /^[1-9]\d*$/.test(written ?? '') ? Number(written) : undefined
  const own = isTTY === true ? columns || USUAL_WIDTH : Number.POSITIVE_INFINITY
  return Math.max(LEAST_WIDTH, wanted ?? own)
}

/** As Node decides it: `FORCE_COLOR` is stronger than `NO_COLOR`, and 0 and false turn colours off. */
function isColoured({ isTTY }: OutputStream, env: TerminalHost['env']): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: term } = env
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTTY === true && refused === undefined && term !== 'dumb'
}

export function createTerminal(
  host: TerminalHost,
  folder: string,
  now: () => number,
  today: () => string,
): Terminal {
  const { stdout, stderr, env } = host
  const coloured = isColoured(stdout, env)
  let hasProgressLine = false
  const clear = (): void => {
    if (hasProgressLine) stderr.write('\r\x1b[K')
    hasProgressLine = false
  }
  return {
    writeStdout: text => {
      clear()
      stdout.write(safe(text.endsWith('\n') ? text : `${text}\n`))
    },
    writeStderr: text => {
      clear()
      stderr.write(safe(text.endsWith('\n') ? text : `${text}\n`))
    },
    paint: coloured ? (role, text) => `\x1b[${CODES[role]}m${text}\x1b[0m` : (_role, text) => text,
    get width() {
      return columnsOf(stdout, env['COLUMNS'])
    },
    progress: text => {
      if (stderr.isTTY !== true) return
      clear()
      if (text !== '') stderr.write(safe(text))
      hasProgressLine = text !== ''
    },
    folder,
    now,
    today,
    environment: env,
  }
}
