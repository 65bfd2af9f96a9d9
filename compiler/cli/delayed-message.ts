// A line on standard error about what takes longer than a second, so that no command is silent for long.
import type { Terminal } from './terminal.ts'

/** Milliseconds before the line is written. */
const PATIENCE = 1_000

/** To be called while something goes on, with what it is doing: one line is written for it, once. */
export function delayedMessage({ now, writeStderr }: Pick<Terminal, 'now' | 'writeStderr'>) {
  const started = now()
  let isWritten = false
  return (describe: () => string): void => {
    if (isWritten || now() - started < PATIENCE) return
    isWritten = true
    writeStderr(describe())
  }
}
