// User-written regular expressions, run by an engine with linear time (re2js), so that no pattern and no text can block
// the gateway.
import { RE2JS } from 're2js'

/** Texts are searched up to this many characters (semantics, section 6). */
const MAX_TEXT = 32 * 1024

/** True when the pattern matches anywhere in the text. */
export function linkPattern(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(pattern)
  return text => compiled.matcher(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text).find()
}
