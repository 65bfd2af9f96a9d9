// User-written regular expressions, run by an engine whose time is linear in the text (re2js), so that no pattern
// and no text can stop the gateway.
import { RE2JS } from 're2js'

/** Texts are looked at up to this many characters (semantics, section 6). */
const LONGEST = 32 * 1024

/** True when the pattern is found anywhere in the text. */
export function linkPattern(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(pattern)
  return text => compiled.matcher(text.length > LONGEST ? text.slice(0, LONGEST) : text).find()
}
