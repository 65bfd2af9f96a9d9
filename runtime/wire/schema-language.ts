// A JSON Schema in the language of a provider that constrains replies by it (schemas/schema-languages/). Keywords that
// the provider rejects are removed and added to the description, so that the model still knows of them: the result
// accepts everything that the original accepts.
import type { SchemaLanguage } from '../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asText, isList, isObject, present, writeJson } from '../../schemas/values/json.ts'
import { withoutAllOf } from './merge-all-of.ts'
import { MAX_SCHEMA_DEPTH, refersToItself, withoutReferences } from './schema-references.ts'

export interface TranslatedSchema {
  readonly schema: JsonObject
  /** The keywords that were left out or replaced by weaker ones. */
  readonly left: readonly string[]
  /** The description of the root, if the root may not have one. */
  readonly note?: string
}

/**
 * Undefined for a schema that the language cannot express: one that refers to itself, or a map with arbitrary
 * keys.
 */
export function translateSchema(schema: JsonObject, language: SchemaLanguage): TranslatedSchema | undefined {
  if (language.recursive === false && refersToItself(schema)) return undefined
  const { rootKeywords } = language
  const whole =
    rootKeywords === undefined || rootKeywords.includes('$defs') ? schema : withoutReferences(schema, {})
  const translation = new Translation(language)
  const translated = translation.schema(whole)
  if (translation.isImpossible || !isObject(translated)) return undefined
  if (rootKeywords === undefined) return { schema: translated, left: translation.left() }
  return { ...translation.fitRoot(translated, rootKeywords), left: translation.left() }
}

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const SCHEMAS: ReadonlySet<string> = new Set([
  ...['additionalProperties', 'allOf', 'anyOf', 'contains', 'else', 'if', 'items', 'not', 'oneOf'],
  ...['prefixItems', 'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'],
])
const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set([
  ...['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'],
])

/** Keywords that do not constrain values: nothing is lost without them. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$anchor', '$comment', '$id', '$schema', 'default', 'deprecated', 'example', 'examples', 'nullable'],
  ...['propertyOrdering', 'readOnly', 'title', 'writeOnly'],
])

const ANCHORS = /[\^$]|\(\?[=!<]/

class Translation {
  isImpossible = false
  readonly #left = new Set<string>()
  readonly #language: SchemaLanguage
  readonly #keywords: ReadonlySet<string> | undefined
  readonly #refuses: ReadonlySet<string>

  constructor(language: SchemaLanguage) {
    this.#language = language
    this.#keywords = language.keywords === undefined ? undefined : new Set(language.keywords)
    this.#refuses = new Set(language.refuses)
  }

  left(): readonly string[] {
    return [...this.#left].sort()
  }

  /** A copy; values other than objects (`true`) are unchanged. */
  schema(value: Json, depth = 0): Json {
    if (!isObject(value)) return value
    if (depth > MAX_SCHEMA_DEPTH) this.isImpossible = true
    if (this.isImpossible) return value
    const source = this.#accepts('allOf') ? value : withoutAllOf(value)
    const notes: string[] = []
    const copy: Record<string, Json> = {}
    for (const [keyword, inner] of Object.entries(source)) {
      const [name, content] = this.#renamed(keyword, inner, source)
      if (this.#fits(name, content) && !this.#hangs(name, source))
        copy[name] = this.#inside(name, content, depth + 1)
      else if (!ANNOTATIONS.has(keyword)) this.#leave(keyword, inner, notes)
    }
    if (this.#language.closed === true) this.#close(copy, source)
    return this.#bare(described(copy, notes))
  }

  /** The root, which may have fewer keywords than other schemas. The note has what was left out. */
  fitRoot(root: JsonObject, keywords: readonly string[]): Omit<TranslatedSchema, 'left'> {
    const { description, ...others } = root
    const notes: string[] = []
    const kept = Object.entries(others).filter(([keyword, value]) => {
      if (keywords.includes(keyword)) return true
      if (!ANNOTATIONS.has(keyword)) this.#leave(keyword, value, notes)
      return false
    })
    const note = [asText(description), ...notes].filter(Boolean).join(' ')
    return { schema: Object.fromEntries(kept), ...(note === '' ? {} : { note }) }
  }

  #accepts(keyword: string): boolean {
    return keyword === 'description' || (this.#keywords?.has(keyword) ?? !this.#refuses.has(keyword))
  }

  /** Without `oneOf` in the language it becomes `anyOf`, and without `const` a constant becomes an enumeration. */
  #renamed(keyword: string, value: Json, schema: JsonObject): readonly [string, Json] {
    if (this.#accepts(keyword)) return [keyword, value]
    if (keyword === 'oneOf' && isList(value) && schema['anyOf'] === undefined) {
      this.#left.add(keyword)
      return ['anyOf', value]
    }
    return keyword === 'const' && schema['enum'] === undefined ? ['enum', [value]] : [keyword, value]
  }

  #fits(keyword: string, value: Json): boolean {
    const { enums, formats, minItems, patterns } = this.#language
    if (!this.#accepts(keyword)) return false
    switch (keyword) {
      case 'format':
        return formats?.includes(String(value)) ?? true
      case 'minItems':
        return minItems === undefined || Number(value) <= minItems
      case 'pattern':
        return patterns === undefined || !ANCHORS.test(String(value))
      case 'enum':
        return !isList(value) || value.every(each => enums?.includes(kindOf(each)) ?? true)
      case 'const':
        return enums?.includes(kindOf(value)) ?? true
      default:
        return true
    }
  }

  /** Without the related keyword, this one would apply to more values. */
  #hangs(keyword: string, source: JsonObject): boolean {
    const other = keyword === 'additionalProperties' ? 'patternProperties' : 'prefixItems'
    return (
      (keyword === 'additionalProperties' || keyword === 'items') && other in source && !this.#accepts(other)
    )
  }

  #inside(keyword: string, value: Json, depth: number): Json {
    if (SCHEMAS.has(keyword))
      return isList(value) ? value.map(each => this.schema(each, depth)) : this.schema(value, depth)
    if (!SCHEMAS_BY_NAME.has(keyword) || !isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.schema(inner, depth)]))
  }

  #leave(keyword: string, value: Json, notes: string[]): void {
    this.#left.add(keyword)
    notes.push(`${keyword}: ${writeJson(value)}.`)
  }

  /** An object with arbitrary keys cannot be closed without losing all of it. */
  #close(copy: Record<string, Json>, schema: JsonObject): void {
    const { type, properties, patternProperties, additionalProperties: more } = schema
    const isClosable = type === 'object' || isObject(properties) || more !== undefined
    if (isObject(patternProperties)) this.isImpossible = true
    if (!isClosable || more === false) return
    if (isObject(more) || (more === true && !isObject(properties))) this.isImpossible = true
    copy['additionalProperties'] = false
  }

  /** A reference has no siblings: they move to a schema around it. */
  #bare(schema: JsonObject): JsonObject {
    const { $ref, $defs, definitions, ...others } = schema
    if ($ref === undefined || this.#keywords === undefined || Object.keys(others).length === 0) return schema
    if (others['anyOf'] !== undefined) return schema
    return present({ ...others, anyOf: [{ $ref }], $defs, definitions })
  }
}

function described(schema: JsonObject, notes: readonly string[]): JsonObject {
  if (notes.length === 0) return schema
  return { ...schema, description: [asText(schema['description']), ...notes].filter(Boolean).join(' ') }
}

type Kind = NonNullable<SchemaLanguage['enums']>[number]

const kindOf = (value: Json): Kind =>
  value === null ? 'null' : isList(value) ? 'array' : (typeof value as Kind)
