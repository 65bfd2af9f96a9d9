// A file's text, or the sentence that says why there is none.
import { readFileSync, statSync } from 'node:fs'
import { fileFault } from './fault.ts'

export type ReadText =
  | { readonly text: string; readonly fault?: never }
  | { readonly fault: string; readonly text?: never }

/** `most` is a number of bytes: a file far beyond what can be used is not even loaded. */
export function readText(path: string, most = Number.POSITIVE_INFINITY): ReadText {
  try {
    const found = statSync(path)
    // Opening a pipe would wait for somebody who writes into it.
    if (!found.isFile() && !found.isDirectory()) return { fault: 'This is no file but a device or a pipe.' }
    if (found.size > most) return { fault: 'The file is far larger than a config may be.' }
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)) }
  } catch (error) {
    return { fault: `It ${fileFault(error)}.` }
  }
}
