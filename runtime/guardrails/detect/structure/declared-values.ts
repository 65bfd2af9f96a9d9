// Values of declarations that have the name in another place than before the value: variables of Terraform with a default, secrets that
// a command line sets, values that YAML tags.
import { type IsWanted, isValue, type NamedValue } from './named-value.ts'

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
