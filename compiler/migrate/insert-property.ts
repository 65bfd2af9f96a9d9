// Inserts a property into an object of a source, in the layout and with the quotes of its neighbours.
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { type Fix, locationOf } from '../diagnostics/diagnostic.ts'
import { readYamlText } from '../read/yaml.ts'
import type { ParsedSource } from '../source.ts'

export interface PlacedObject {
  readonly pointer: Pointer
  readonly value: JsonObject
}

export interface NewProperty {
  readonly name: string
  readonly value: Json
  /** The property that it precedes; by default the first one. */
  readonly before?: string
}

/** Undefined where the object, or a property of it, is not written as such: an alias, an expression, or a spread. */
export function insertProperty(
  parsed: ParsedSource,
  { pointer: object, value: owner }: PlacedObject,
  { name, value, before }: NewProperty,
): Fix | undefined {
  const { source, span } = locationOf(parsed, object)
  const { text } = source
  const isYaml = /\.ya?ml$/.test(source.name)
  const written = text.slice(span.start, span.end)
  const isFlow = written.startsWith('{')
  if (!isFlow && !isYaml) return undefined
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const quote = isYaml ? '' : '"'
  const [first = ''] = before === undefined ? Object.keys(owner) : [before]
  if (first === '') {
    const property = `${source.name.endsWith('.json') ? JSON.stringify(name) : name}: ${asText(value, quote)}`
    return /^\{\s*\}$/.test(written) ? { location: { source, span }, text: `{ ${property} }` } : undefined
  }
  const at = childPointer(object, first)
  const key = locationOf(parsed, at, 'key')
  if (parsed.origins.get(at)?.key === undefined || key.source.text !== text) return undefined
  if (key.span.start < span.start || key.span.end > span.end) return undefined
  const quoteOfKey = quoteOf(text.slice(key.span.start, key.span.end), first)
  const beside = locationOf(parsed, at)
  const quoteOfValue =
    (typeof owner[first] === 'string' && beside.source.text === text
      ? quoteOf(text.slice(beside.span.start, beside.span.end), owner[first])
      : undefined) ?? quote
  if (quoteOfKey === undefined) return undefined
  const property = `${quoteOfKey}${name}${quoteOfKey}: ${asText(value, quoteOfValue)}`
  const indent = /(?:^|[\r\n])([ \t-]*)$/.exec(text.slice(0, key.span.start))?.[1]?.replaceAll('-', ' ')
  if (!isFlow && indent === undefined) return undefined
  // The root of a block ends with its document; comments above its first property stay there.
  if (object === '' && !isFlow && before === undefined) {
    const document = /\r?\n\.\.\.(?=\s|$)/.exec(text.slice(span.end))
    if (document === null && endsWithBlankLines(text, lineBreak))
      return {
        location: { source, span: { start: text.length, end: text.length } },
        text: indent + property + lineBreak,
      }
    const end = document === null ? text.trimEnd().length : span.end + document.index
    return { location: { source, span: { start: end, end } }, text: lineBreak + indent + property }
  }
  const separator = `${isFlow ? ',' : ''}${indent === undefined ? ' ' : lineBreak + indent}`
  return {
    location: { source, span: { start: key.span.start, end: key.span.start } },
    text: property + separator,
  }
}

/** Whether the blank lines at the end are part of a value, as after `|+`: without them it is another. */
function endsWithBlankLines(text: string, lineBreak: string): boolean {
  const without = text.trimEnd() + lineBreak
  const isBlank = text.length > without.length && /[\r\n]$/.test(text)
  return isBlank && canonicalJson(readYamlText(text) ?? null) !== canonicalJson(readYamlText(without) ?? null)
}

function quoteOf(written: string, text: string): string | undefined {
  const quote = /^["'`]/.exec(written)?.[0] ?? ''
  return written === quote + text + quote ? quote : undefined
}

/** A value in one line, as YAML, JSON and TypeScript read it. */
function asText(value: Json, quote: string): string {
  if (typeof value === 'string') return quote + value + quote
  if (Array.isArray(value)) return `[${value.map(item => asText(item, quote)).join(', ')}]`
  if (!isObject(value)) return String(value)
  const key = quote === '' ? '' : '"'
  const inner = Object.entries(value).map(([name, item]) => `${key}${name}${key}: ${asText(item, quote)}`)
  return `{ ${inner.join(', ')} }`
}
