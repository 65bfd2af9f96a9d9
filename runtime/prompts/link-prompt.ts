// Links one version of a prompt: templates become closures, once. The variables of a call are checked and completed before
// they are rendered.
import { parseTemplate } from '../../compiler/prompts/parse-template.ts'
import type { PlanPrompt } from '../../schemas/generated/types.ts'
import { isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import { compileMessages, missingVariables } from './compile-messages.ts'
import { type CompilePartial, compileTemplate, type RenderTemplate } from './compile-template.ts'
import type { LinkedPrompt } from './prompt-source.ts'

/** The template of a partial; undefined for one that does not exist. */
export type FindPartial = (id: string, version: string | undefined) => string | undefined

/** Partials of one prompt, each counted for every indentation that it is used with. */
const MAX_PARTIALS = 1_000

export function linkPrompt(
  id: string,
  version: number,
  { variables, messages, parameters, provider, config, allow }: PlanPrompt,
  findPartial: FindPartial,
): LinkedPrompt {
  const partials = linkPartials(findPartial)
  const render = compileMessages(messages as readonly Json[], partials.compile)
  const tooMany = partials.isExceeded() ? tooManyPartials(id) : undefined
  const complete = linkVariables(variables)
  return {
    id,
    name: `${id}@${version}`,
    render: given => {
      if (tooMany !== undefined) return tooMany
      const completed = complete(given)
      return isFailure(completed) ? completed : render(completed)
    },
    parameters: parameters as JsonObject,
    provider,
    config,
    allow: new Set(allow),
  }
}

interface LinkedPartials {
  readonly compile: CompilePartial
  /** Whether there are more than may be. */
  readonly isExceeded: () => boolean
}

/**
 * Partials are inlined, each compiled once for every indentation. The compiler rejects cycles; one that it has not seen ends
 * where it begins.
 */
function linkPartials(find: FindPartial): LinkedPartials {
  const compiled = new Map<string, RenderTemplate | undefined>()
  const compile: CompilePartial = ({ id, version, name, indent }) => {
    const key = `${name} ${indent}`
    if (compiled.has(key)) return compiled.get(key)
    compiled.set(key, undefined)
    const text = compiled.size > MAX_PARTIALS ? undefined : find(id, version)
    if (text === undefined) return undefined
    const { template } = parseTemplate(indent === '' ? text : text.replaceAll(/^(?=[^\n])/gm, indent))
    const render = compileTemplate(template, compile)
    compiled.set(key, render)
    return render
  }
  return { compile, isExceeded: () => compiled.size > MAX_PARTIALS }
}

const tooManyPartials = (id: string): Failure =>
  failure('invalid_request', `The prompt ${quoted(id)} includes more than ${MAX_PARTIALS} partials.`)

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
