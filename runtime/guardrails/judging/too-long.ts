// The longest texts that checks look at. A body may have 16 MiB: reading that much by patterns would hold up every other
// request, and an engine that gives up in the middle would be an error, which lets a text pass.
import type { Finding, Judge } from '../check.ts'
import { beyondLimit } from './outcome.ts'

/** UTF-16 code units of all texts together. */
export const LONGEST = 1024 * 1024

/** A judge of texts up to a length; longer ones fail, whatever `not` says. */
export const upTo =
  (longest: number, judge: Judge): Judge =>
  (subject, ports) => {
    if (lengthOf(subject.texts) > longest) return tooLong(longest)
    return judge(subject, ports)
  }

export const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length, 0)

const tooLong = (longest: number): Finding =>
  beyondLimit(`The text is too long for the check, which reads ${longest} characters at most.`)
