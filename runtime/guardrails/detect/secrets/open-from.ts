// From where a growing text may still contain a secret that is not complete: a private key without its end, a value
// whose closing quote is missing, lines that may be an encoded file, and the last words.

import { type OpenFrom, startOfRun } from '../text/settled-to.ts'
import { spelledOpenFrom } from '../text/spelled-text.ts'
import { manifestOpenFrom } from './manifests.ts'

/** Longer than a quoted value with its escapes. */
const REACH = 1024
/** What follows a value directly and decides on it: the end of an element, a quote. */
const AFTER = 48
/** A run that may be a line of an encoded file is judged by what follows it. */
const LONG_RUN = /\S{24,}/g
const NEXT_LINES = 304

const OPENING_QUOTE = /(?:^|[\s=:,>([{\\])[rbfu@$]{0,2}#{0,2}\\{0,3}["'`]/g
const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,90}-----/g
const KEY_END = /-----END [A-Z0-9 ]{0,60}-----/
const BEYOND_KEY = /[^A-Za-z0-9+/=\s\\:;.,"'-]/

export const secretsOpenFrom: OpenFrom = text => {
  let open = Math.min(
    startOfRun(text, Math.max(0, text.length - AFTER)),
    spelledOpenFrom(text),
    manifestOpenFrom(text),
  )
  const from = Math.max(0, text.length - REACH)
  const tail = text.slice(from)
  for (const { index } of tail.matchAll(OPENING_QUOTE)) {
    // A value ends with its line.
    if (tail.indexOf('\n', index + 1) >= 0 && !isAfterLastLine(tail, index)) continue
    open = Math.min(open, startOfRun(text, from + index))
    break
  }
  for (const { 0: run, index } of tail.matchAll(LONG_RUN))
    if (from + index + run.length + NEXT_LINES > text.length) {
      open = Math.min(open, startOfRun(text, from + index))
      break
    }
  const key = [...text.matchAll(KEY_BEGIN)].at(-1)
  const body = key === undefined ? undefined : text.slice(key.index + key[0].length)
  if (key !== undefined && body !== undefined && !KEY_END.test(body) && !BEYOND_KEY.test(body))
    open = Math.min(open, key.index)
  return open
}

const isAfterLastLine = (tail: string, index: number): boolean => index >= tail.lastIndexOf('\n')
