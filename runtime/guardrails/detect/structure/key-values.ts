// Numbers beside a key of several words: in JSON, YAML, forms, logs and code. A key of one word is a word of the text, as in prose.
import type { IsWanted, NamedValue } from './named-value.ts'

/** A key in the case of an identifier, a sign, and a value with a digit, which ends with its quote or its field. */
const PAIRS =
  /(?<=(?<![\w$])([A-Za-z][\w$]{0,40}(?:[_-]|[a-z\d](?=[A-Z]))[\w$-]{1,40})\\{0,3}["'`]?\]?[ \t]{0,4})(?::|=>?)[ \t]{0,4}\\{0,3}["'`]?(?=[^\s"'`,;&<>{}[\]\\|]{0,24}\d)([^\n"'`,;&<>{}[\]\\|]{4,64})/g

export function* keyValues(text: string, isWanted: IsWanted): Iterable<NamedValue> {
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(PAIRS)) {
    if (!isWanted(name)) continue
    const end = index + whole.length
    yield { name, start: end - value.length, end }
  }
}
