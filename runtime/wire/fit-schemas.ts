// The schemas of a chat, of its reply and its tools, in the schema language of the model.
import type { SchemaLanguage } from '../../schemas/generated/types.ts'
import {
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
  writeJson,
} from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import type { ChatDraft } from './chat-draft.ts'
import { isComplete } from './fit-tools.ts'
import { withoutAllOf } from './merge-all-of.ts'
import { type TranslatedSchema, translateSchema } from './schema-language.ts'

export interface FittedSchemas {
  /** Undefined if the language cannot express the schema. */
  readonly value: Json | undefined
  /** Paths in the chat of what was left out or changed. */
  readonly left: readonly string[]
}

export type SchemaFacts = Pick<FamilyFacts, 'lacks' | 'language'>

/** Provided by adapters, so that a process without adapters does not load it. */
export interface SchemaFitters {
  /** `response_format` with a schema; undefined: unchanged. */
  readonly format: (format: Json | undefined, language: SchemaLanguage) => FittedSchemas | undefined
  /** Writes the parameters of tools in the language of the model. */
  readonly tools: (chat: ChatDraft, facts: SchemaFacts) => void
}

export const schemaFitters: SchemaFitters = {
  format: fitFormatSchema,
  tools: (chat, { lacks, language }) => {
    const fitted = fitToolSchemas(chat.value('tools'), language, lacks.includes('schema'))
    if (fitted?.value !== undefined) chat.write('tools', fitted.value)
    for (const name of fitted?.left ?? []) chat.name(name)
  },
}

function fitFormatSchema(format: Json | undefined, language: SchemaLanguage): FittedSchemas | undefined {
  const { json_schema: described, ...others } = asObject(format)
  const { schema, strict, ...naming } = asObject(described)
  if (!isObject(schema)) return undefined
  const translated = translateSchema(schema, language)
  if (translated === undefined) return { value: undefined, left: ['response_format.json_schema'] }
  const isStrict = strict === true && (language.complete !== true || isComplete(schema))
  const strictness = strict === undefined ? {} : { strict: isStrict || (strict !== true && strict) }
  const left = translated.left.map(keyword => `response_format.json_schema.schema.${keyword}`)
  const lost = strict === true && !isStrict ? ['response_format.json_schema.strict'] : []
  const value = { ...others, json_schema: { ...naming, ...strictness, schema: translated.schema } }
  return left.length + lost.length === 0 && language.closed !== true
    ? undefined
    : { value, left: [...lost, ...left] }
}

/** Tools with parameters that a language restricts; undefined: unchanged. `isLacking`: no tool can be strict. */
function fitToolSchemas(
  tools: Json | undefined,
  language: SchemaLanguage | undefined,
  isLacking: boolean,
): FittedSchemas | undefined {
  if (!isList(tools)) return undefined
  const isStrict = (tool: Json): boolean => functionOf(tool)['strict'] === true
  const restriction = language?.tools ?? 'none'
  const anyStrict = tools.some(isStrict)
  const isRestricted = (tool: Json): boolean =>
    restriction === 'all' ||
    (restriction === 'all-if-strict' && anyStrict) ||
    (restriction === 'strict' && isStrict(tool) && !isLacking)
  const left = new Set<string>()
  let isChanged = false
  const fitted = tools.map(tool => {
    const lax = isLacking && isStrict(tool)
    const plain = language?.rootUnions === false ? withObjectRoot(tool, left) : tool
    const declared = lax ? laxTool(plain) : plain
    if (lax) left.add('tools.strict')
    const { parameters } = functionOf(declared)
    const isFitted = language !== undefined && isObject(parameters) && isRestricted(declared)
    if (!isFitted) {
      isChanged ||= declared !== tool
      return declared
    }
    isChanged = true
    const translated = translateSchema(parameters, language)
    if (translated === undefined) {
      left.add('tools.strict')
      return laxTool(declared)
    }
    for (const keyword of translated.left) left.add(`tools.parameters.${keyword}`)
    return withParameters(declared, translated)
  })
  return isChanged ? { value: fitted, left: [...left] } : undefined
}

function withObjectRoot(tool: Json, left: Set<string>): Json {
  const { parameters } = functionOf(tool)
  const root = isObject(parameters) ? objectRoot(parameters) : undefined
  if (root === undefined) return tool
  for (const union of root.left) left.add(`tools.parameters.${union}`)
  return withParameters(tool, root)
}

const functionOf = (tool: Json): JsonObject => asObject(asObject(tool)['function'])

function laxTool(tool: Json): Json {
  const { strict: _, ...declared } = functionOf(tool)
  return { ...asObject(tool), function: declared }
}

function withParameters(tool: Json, { schema, note }: Pick<TranslatedSchema, 'schema' | 'note'>): Json {
  const declared = functionOf(tool)
  const description = [asText(declared['description']), note].filter(Boolean).join(' ')
  return {
    ...asObject(tool),
    function: { ...declared, ...(description === '' ? {} : { description }), parameters: schema },
  }
}

const UNIONS = ['allOf', 'anyOf', 'oneOf']

/**
 * The parameters of a tool as one object, for models that take no union at their root. The result accepts
 * everything that the original accepts; the union is explained in the description.
 */
interface ObjectRoot {
  readonly schema: JsonObject
  /** The unions that were left out. */
  readonly left: readonly string[]
  /** Their explanation, for the description of the tool. */
  readonly note: string
}

/** Undefined if the root has no union. */
function objectRoot(parameters: JsonObject): ObjectRoot | undefined {
  if (!UNIONS.some(name => name in parameters)) return undefined
  const merged = withoutAllOf(parameters)
  const left = UNIONS.filter(name => name in merged)
  const { allOf, anyOf, oneOf, ...own } = merged
  const all = asList(allOf).map(asObject)
  const alternatives = [asList(anyOf), asList(oneOf)].map(members => members.map(asObject))
  const known = [own, ...all, ...alternatives.flat()].map(({ properties }) => asObject(properties))
  const required = new Set([own, ...all].flatMap(requiredOf))
  // Of alternatives, a property is required only if each of them requires it.
  for (const [first, ...others] of alternatives)
    for (const name of requiredOf(first))
      if (others.every(other => requiredOf(other).includes(name))) required.add(name)
  const properties = merge(known)
  const schema = present({
    ...own,
    type: 'object',
    properties,
    required: required.size === 0 ? undefined : [...required],
    // A closed object could reject properties that its members do not name.
    additionalProperties: left.length === 0 ? own['additionalProperties'] : undefined,
  })
  const note = left.map(name => `${name}: ${writeJson(merged[name] ?? null)}.`).join(' ')
  return { schema, left, note }
}

const requiredOf = (schema: JsonObject | undefined): readonly string[] =>
  asList(schema?.['required']).filter(name => typeof name === 'string')

/** A property that members describe differently matches any of its descriptions. */
function merge(known: readonly JsonObject[]): JsonObject {
  const byName = new Map<string, Json[]>()
  for (const properties of known)
    for (const [name, schema] of Object.entries(properties)) {
      const before = byName.get(name) ?? []
      if (!before.some(each => writeJson(each) === writeJson(schema))) byName.set(name, [...before, schema])
    }
  return Object.fromEntries(
    [...byName].map(([name, schemas]): [string, Json] => [
      name,
      schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas.filter(isObject) },
    ]),
  )
}
