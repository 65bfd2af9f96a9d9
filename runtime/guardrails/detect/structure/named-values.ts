// The one reader of structure: every value that its text names by a header, a key, a label above it, or in a declaration.
import { tableValues } from './line-tables.ts'
import { markupValues } from './markup-values.ts'
import { type IsWanted, isValue, type NamedValue, type ReadNamedValues } from './named-value.ts'
import { insertedValues } from './sql-inserts.ts'

const READERS: readonly ReadNamedValues[] = [tableValues, markupValues, insertedValues, declaredValues]

/** In order within each form. A name is judged once. `keys`: also those of several words, directly before their values. */
export function* namedValues(text: string, isWanted: IsWanted, keys: boolean): Iterable<NamedValue> {
  const judged = new Map<string, boolean>()
  const isWantedOnce = (name: string): boolean => {
    const known = judged.get(name)
    if (known !== undefined) return known
    const wanted = isWanted(name)
    judged.set(name, wanted)
    return wanted
  }
  if (keys) yield* keyValues(text, isWantedOnce)
  for (const read of READERS) yield* read(text, isWantedOnce)
}

// Numbers beside a key of several words: in JSON, YAML, forms, logs and code. A key of one word is a word of the text, as in prose.

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

// Values of declarations that have the name in another place than before the value, or another sign: variables of Terraform with a
// default, secrets that a command line sets, pairs of a CSV file, values that YAML tags.

/** What a text must have to be searched for a declaration, and the declaration: its last group is the value. */
const DECLARATIONS: readonly (readonly [part: string, declaration: RegExp])[] = [
  [
    'variable',
    /\bvariable\s{1,4}"([\w.-]{1,60})"\s{0,8}\{[^{}]{0,1000}?\bdefault\s{0,8}=\s{0,8}"([^"\n]{1,256})"/g,
  ],
  [
    ' set ',
    /\b(?:secret|variable|secrets|config|env)s?[ \t:]{1,2}set[ \t]{1,4}(?:-{1,2}[\w-]{1,20}(?:[ \t=][^\s-][^\s]{0,80})?[ \t]{1,4}){0,4}([A-Za-z_]\w{1,60})[ \t]{1,4}(?:-{1,2}(?!b)[\w-]{1,20}(?:[ \t=][^\s-][^\s]{0,80})?[ \t]{1,4}){0,4}(?:-b|--body)(?:=|[ \t]{1,4})["']?([^\s"']{1,256})/g,
  ],
  [
    ',',
    /(?<=^[ \t]{0,8}["']?([A-Za-z_][\w.-]{1,60})["']?),[ \t]?["']?([^\s"',;|]{6,256})["']?(?=,|[ \t]*\r?$)/gm,
  ],
  [
    ': !',
    /(?<=(?<![\w$])([A-Za-z_][\w.-]{1,60})["']?):[ \t]{1,8}!(?:unsafe|!str|!binary)[ \t]{1,4}(?:["']([^"'\n]{1,256})["']|(?!["'])([^\s#]{1,256}))/g,
  ],
]

export function* declaredValues(text: string, isWanted: IsWanted): Iterable<NamedValue> {
  for (const [part, declaration] of DECLARATIONS) {
    if (!text.includes(part)) continue
    for (const { 0: whole, 1: name = '', 2: quoted, 3: plain, index } of text.matchAll(declaration)) {
      const value = quoted ?? plain ?? ''
      if (!isValue(value) || !isWanted(name)) continue
      const start = index + whole.lastIndexOf(value)
      yield { name, start, end: start + value.length }
    }
  }
}
