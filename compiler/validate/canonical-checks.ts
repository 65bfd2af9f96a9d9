// Parameters of checks in the forms that other gateways accept: a list as a string with commas, an object as JSON or as
// `name: value` lines, another case of a value. They are brought into the form of the schema, so that every rule and the
// lowering see one form; positions stay those of the text, since a new value has the origin of what it was written as.
import type { ParametersSchema } from '../../schemas/generated/checks.ts'
import { quoteName } from '../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { childPointer, lastToken, type Pointer } from '../../schemas/values/pointer.ts'
import type { Catalog } from '../facts/catalog.ts'
import { checkId } from '../lower/check.ts'
import { readJson } from '../read/json.ts'
import type { ParsedSource } from '../source.ts'
import { HOOK_LISTS, isShorthand, NAMED_GUARDRAIL } from './nodes/guards.ts'
import type { ReportAt } from './reporting/report.ts'
import { subschema } from './structure/check-parameters.ts'
import { isJsonArray, isJsonObject, ownProperty } from './values/json-values.ts'

/** A value that is read in another form, and the end of the sentence that reports it. */
export interface Reread {
  readonly pointer: Pointer
  readonly as: string
}

export interface CanonicalChecks {
  readonly parsed: ParsedSource
  readonly reread: readonly Reread[]
}

/** The source with the parameters of all checks of a config, or of the guardrails of a manifest, in their schema's form. */
export function canonicalChecks(
  parsed: ParsedSource,
  root: 'config' | 'manifest',
  catalog: Catalog,
): CanonicalChecks {
  const reread: Reread[] = []

  const parameters = (name: string, value: Json, pointer: Pointer): Json => {
    const schema = catalog.check(checkId(name))?.parameters
    return schema === undefined || !isJsonObject(value)
      ? value
      : canonicalValue(value, schema, pointer, reread)
  }
  const listed = (item: Json, pointer: Pointer): Json => {
    const name = ownProperty(item, 'id')
    return typeof name === 'string'
      ? mapEntries(item, pointer, (key, value, at) =>
          key === 'parameters' ? parameters(name, value, at) : value,
        )
      : item
  }
  const guard = (item: Json, kind: string, pointer: Pointer): Json =>
    mapEntries(item, pointer, (key, value, at) => {
      if (key === 'checks') return mapItems(value, at, listed)
      return isShorthand(kind, key) ? parameters(key, value, at) : value
    })
  const node = (item: Json, pointer: Pointer): Json =>
    mapEntries(item, pointer, (key, value, at) => {
      if (key === 'targets') return mapItems(value, at, node)
      const list = HOOK_LISTS.find(({ property }) => property === key)
      return list === undefined
        ? value
        : mapItems(value, at, (each, itemAt) => guard(each, list.kind, itemAt))
    })
  const manifest = (item: Json): Json =>
    mapEntries(item, '', (key, value, at) =>
      key === 'guardrails'
        ? mapEntries(value, at, (_id, each, guardAt) => guard(each, NAMED_GUARDRAIL, guardAt))
        : value,
    )

  const value = root === 'config' ? node(parsed.value, '') : manifest(parsed.value)
  return { parsed: reread.length === 0 ? parsed : { ...parsed, value }, reread }
}

/** Each is a warning, as for other aliases. The text is not quoted, since it may be long or contain a credential. */
export function reportReread(reread: readonly Reread[], report: ReportAt): void {
  for (const { pointer, as } of reread)
    report('alias-setting', pointer, `${quoteName(lastToken(pointer) ?? '')} is read as ${as}.`)
}

function canonicalValue(value: Json, schema: ParametersSchema, pointer: Pointer, reread: Reread[]): Json {
  const other = typeof value === 'string' ? readText(value, schema) : readList(value, schema)
  if (other !== undefined) reread.push({ pointer, as: other.as })
  const inForm = other === undefined ? value : other.value
  const inner = (token: string | number, item: Json): Json => {
    const innerSchema = subschema(schema, String(token))
    return innerSchema === undefined
      ? item
      : canonicalValue(item, innerSchema, childPointer(pointer, token), reread)
  }
  if (isJsonArray(inForm)) return inForm.map((item, index) => inner(index, item))
  return isJsonObject(inForm) ? mapEntries(inForm, pointer, (name, item) => inner(name, item)) : inForm
}

interface OtherForm {
  readonly value: Json
  readonly as: string
}

const typeOf = (schema: unknown): unknown =>
  typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined

/** Reads a string where the schema requires another type. */
function readText(text: string, schema: ParametersSchema): OtherForm | undefined {
  const { type, items, additionalProperties, enum: values } = schema
  if (type === 'array' && typeOf(items) === 'string') {
    const list = text.split(',').map(item => item.trim())
    return list.includes('') ? undefined : { value: list, as: 'a list, divided at its commas' }
  }
  if (type === 'object') {
    const object = parseObject(text)
    if (object !== undefined) return { value: object, as: 'the JSON object in it' }
    const lines = typeOf(additionalProperties) === 'string' ? parseLines(text) : undefined
    return lines && { value: lines, as: 'an object, by its lines of the form "name: value"' }
  }
  if (!Array.isArray(values) || values.includes(text)) return undefined
  const [same, second] = values.filter(each => String(each).toLowerCase() === text.toLowerCase())
  return same === undefined || second !== undefined
    ? undefined
    : { value: same as Json, as: `"${String(same)}"` }
}

/** Reads a bare list where the schema names the property of an object that it means. */
function readList(value: Json, schema: ParametersSchema): OtherForm | undefined {
  const property = schema['x-list-as']
  if (!isJsonArray(value) || typeof property !== 'string') return undefined
  return { value: { [property]: value }, as: `its "${property}"` }
}

/** The object of a JSON text that would be accepted as a config. */
function parseObject(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  let isFaulty = false
  const value = readJson({ name: 'text', text }, () => {
    isFaulty = true
  })?.value
  return isFaulty || value === undefined || !isJsonObject(value) ? undefined : value
}

const LINE = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(.*?)\s*$/

function parseLines(text: string): JsonObject | undefined {
  const entries = text
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .map(line => LINE.exec(line))
  const lines = entries.flatMap(match => (match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const]))
  const isWhole =
    lines.length === entries.length && new Set(lines.map(([name]) => name)).size === lines.length
  return lines.length > 0 && isWhole ? Object.fromEntries(lines) : undefined
}

const mapItems = (value: Json, at: Pointer, map: (item: Json, at: Pointer) => Json): Json =>
  isJsonArray(value) ? value.map((item, index) => map(item, childPointer(at, index))) : value

const mapEntries = (value: Json, at: Pointer, map: (name: string, item: Json, at: Pointer) => Json): Json =>
  isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, map(name, item, childPointer(at, name))]),
      )
    : value
