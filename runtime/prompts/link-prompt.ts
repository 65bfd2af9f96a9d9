// Links one version of a prompt: templates become closures, once. The variables of a call are checked and completed before
// they are rendered.
import { parseTemplate } from '../../compiler/prompts/parse-template.ts'
import type { PartialTag } from '../../compiler/prompts/template.ts'
import type { PlanPrompt } from '../../schemas/generated/types.ts'
import { isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import { compileMessages, missingVariables } from './compile-messages.ts'
import { type CompilePartial, compileTemplate, type RenderTemplate } from './compile-template.ts'
import type { LinkedPrompt } from './prompt-source.ts'

/** The template of a partial; undefined for one that does not exist. */
export type FindPartial = (id: string, version: string | undefined) => string | undefined

/** How deeply partials include each other. The compiler rejects cycles; this bounds one that it has not seen. */
const MAX_NESTED_PARTIALS = 16

export function linkPrompt(
  id: string,
  version: number,
  { variables, messages, parameters, provider, config, allow }: PlanPrompt,
  findPartial: FindPartial,
): LinkedPrompt {
  const render = compileMessages(messages as readonly Json[], linkPartials(findPartial))
  const complete = linkVariables(variables)
  return {
    id,
    name: `${id}@${version}`,
    render: given => {
      const completed = complete(given)
      return isFailure(completed) ? completed : render(completed)
    },
    parameters: parameters as JsonObject,
    provider,
    config,
    allow: new Set(allow),
  }
}

/** Partials are inlined: each use is compiled with its own indentation. */
function linkPartials(find: FindPartial, depth = 0): CompilePartial {
  const compiled = new Map<string, RenderTemplate | undefined>()
  const compile = ({ id, version, indent }: PartialTag): RenderTemplate | undefined => {
    const text = depth < MAX_NESTED_PARTIALS ? find(id, version) : undefined
    if (text === undefined) return undefined
    const { template } = parseTemplate(indent === '' ? text : text.replaceAll(/^(?=[^\n])/gm, indent))
    return compileTemplate(template, linkPartials(find, depth + 1))
  }
  return tag => {
    const key = `${tag.name} ${tag.indent}`
    if (!compiled.has(key)) compiled.set(key, compile(tag))
    return compiled.get(key)
  }
}

type CompleteVariables = (given: JsonObject) => JsonObject | Failure

/** Adds defaults, and rejects what is required and not given, or given with another type than declared. */
function linkVariables(declared: PlanPrompt['variables']): CompleteVariables {
  const entries = Object.entries(declared)
  const defaults = entries.filter(([, { default: value }]) => value !== undefined)
  const required = entries.flatMap(([name, { required: needed }]) => (needed === true ? [name] : []))
  const typed = entries.flatMap(([name, { type }]) => (type === undefined ? [] : [[name, type] as const]))
  return given => {
    const missing = required.filter(name => !Object.hasOwn(given, name))
    if (missing.length > 0) return missingVariables(missing)
    for (const [name, type] of typed) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      if (value !== undefined && value !== null && !hasType(value, type))
        return failure('invalid_request', `The variable ${quoted(name)} must be ${WORDS[type]}.`, {
          param: 'variables',
        })
    }
    const completed: Record<string, Json> = Object.fromEntries(Object.entries(given))
    for (const [name, { default: value }] of defaults)
      if (!Object.hasOwn(given, name)) completed[name] = value as Json
    return completed
  }
}

type VariableType = NonNullable<PlanPrompt['variables'][string]['type']>

const WORDS: Readonly<Record<VariableType, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const hasType = (value: Json, type: VariableType): boolean =>
  type === 'array' ? isList(value) : type === 'object' ? isObject(value) : typeof value === type
