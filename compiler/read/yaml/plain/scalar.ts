// Scalars of plain YAML: one line, no escapes, and a meaning on which every version of YAML agrees.
import type { Json } from '../../../../schemas/values/json.ts'
import type { SourceSpan } from '../../../source.ts'
import type { OriginTree } from '../../origins.ts'

/** A value and the column behind it; undefined where the text is not plain. */
export interface PlainValue {
  readonly value: Json
  readonly end: number
  readonly tree: OriginTree
}

/** The origin of a value between two places of the source. */
export const originBetween = (start: number, end: number, key?: SourceSpan): OriginTree['origin'] =>
  key === undefined ? { value: { start, end } } : { key, value: { start, end } }

const QUOTED = /"([^"\\]*)"|'([^']*)'/y
/** A colon before a space ends a scalar; `#` may begin a comment, so it is left to the whole reader. */
const IN_BLOCK = /[A-Za-z0-9_$/(^-](?:[!-"$-9;-~]|:(?=[!-"$-~])| +(?=[!-"$-9;-~]))*/y
const IN_FLOW =
  /[A-Za-z0-9_$/(^-](?:[!-"$-+\--9;-Z\\^-z|~]|:(?=[!-"$-+\--Z\\^-z|~])| +(?=[!-"$-+\--9;-Z\\^-z|~]))*/y

const NUMBER = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,8})\.\d{1,9})$/
const LITERAL = /^(?:true|false|null)$/i
const LITERALS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** The scalar at a column of a line. `offset`: where the line begins; `key`: the span of its key. */
export function readPlainScalar(
  line: string,
  at: number,
  inFlow: boolean,
  offset: number,
  key?: SourceSpan,
): PlainValue | undefined {
  const first = line.charCodeAt(at)
  if (first === 34 || first === 39) {
    QUOTED.lastIndex = at
    const quoted = QUOTED.exec(line)
    if (quoted === null) return undefined
    const end = QUOTED.lastIndex
    const tree = { origin: originBetween(offset + at, offset + end, key) }
    return { value: quoted[1] ?? quoted[2] ?? '', end, tree }
  }
  const syntax = inFlow ? IN_FLOW : IN_BLOCK
  syntax.lastIndex = at
  const text = syntax.exec(line)?.[0]
  if (text === undefined) return undefined
  const value = plainValueOf(text)
  if (value === undefined) return undefined
  const end = at + text.length
  return { value, end, tree: { origin: originBetween(offset + at, offset + end, key) } }
}

/** Undefined for what may be a number, but not one of JSON as everyone writes it. */
function plainValueOf(text: string): Json | undefined {
  const first = text.charCodeAt(0)
  if (first === 45 || (first >= 48 && first <= 57)) return NUMBER.test(text) ? Number(text) : undefined
  return text.length <= 5 && LITERAL.test(text) ? LITERALS.get(text) : text
}

const KEY = /(?:([A-Za-z_$][\w$./-]{0,200})|"([^"\\]{0,200})"|'([^']{0,200})'):(?= |$)/y

/** A key with its colon; undefined without one, or where it is not a string. */
export function readPlainKey(
  line: string,
  at: number,
): { readonly key: string; readonly end: number } | undefined {
  KEY.lastIndex = at
  const match = KEY.exec(line)
  if (match === null) return undefined
  const [, unquoted, double, single] = match
  if (unquoted !== undefined && LITERAL.test(unquoted)) return undefined
  return { key: unquoted ?? double ?? single ?? '', end: KEY.lastIndex }
}
