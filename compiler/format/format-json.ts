// The canonical layout of JSON: properties in the order of the schema, two spaces, objects and arrays in one line where they were and
// fit. Strings and numbers stay as they are written.
import type { Json } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import type { ParsedSource } from '../source.ts'
import type { RankProperty } from './property-order.ts'

const LINE_WIDTH = 100
const INDENT = '  '

export function formatJson({ source, value, origins }: ParsedSource, rank: RankProperty): string {
  const textAt = (pointer: Pointer, part: 'key' | 'value'): string => {
    const span = origins.get(pointer)?.[part]
    return span === undefined ? '' : source.text.slice(span.start, span.end)
  }

  /** `used` is the width of what is before it in its line, and of a comma behind it. */
  const print = (each: Json, pointer: Pointer, indent: string, used: number): string => {
    if (typeof each !== 'object' || each === null) return textAt(pointer, 'value')
    const [open, close] = Array.isArray(each) ? '[]' : '{}'
    const entries = Array.isArray(each)
      ? each.map((item, index) => ({ item, name: '', at: childPointer(pointer, index) }))
      : Object.entries(each)
          .map(([name, item]) => ({ item, name, at: childPointer(pointer, name) }))
          .toSorted((left, right) => rank(pointer, left.name) - rank(pointer, right.name))
    if (entries.length === 0) return `${open}${close}`
    const prefix = (at: Pointer): string => (Array.isArray(each) ? '' : `${textAt(at, 'key')}: `)
    if (!textAt(pointer, 'value').includes('\n')) {
      const inner = entries
        .map(({ item, at }) => prefix(at) + print(item, at, indent, Number.NEGATIVE_INFINITY))
        .join(', ')
      const line = Array.isArray(each) ? `[${inner}]` : `{ ${inner} }`
      if (used + line.length <= LINE_WIDTH) return line
    }
    const deeper = indent + INDENT
    const lines = entries.map(({ item, at }) => {
      const name = prefix(at)
      return `${deeper}${name}${print(item, at, deeper, deeper.length + name.length + 1)}`
    })
    return `${open}\n${lines.join(',\n')}\n${indent}${close}`
  }

  return `${print(value, '', '', 0)}\n`
}
