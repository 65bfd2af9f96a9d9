// The content of a version of a prompt, as clients write it, and the prompt that it means: the same as a file of a project, checked
// by the same rules.
import { compileStoredPrompt } from '../../../../compiler/compile-prompts.ts'
import type { Diagnostic } from '../../../../compiler/diagnostics/diagnostic.ts'
import { toJsonDiagnostic } from '../../../../compiler/diagnostics/json.ts'
import { templateStrings } from '../../../../compiler/prompts/message-strings.ts'
import { parseTemplate } from '../../../../compiler/prompts/parse-template.ts'
import { variableUses } from '../../../../compiler/prompts/template-uses.ts'
import type { PromptSurroundings } from '../../../../compiler/validate/validate-prompt.ts'
import type { PlanPrompt } from '../../../../schemas/generated/types.ts'
import {
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../schemas/values/json.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import type { TemplateVersion } from './model.ts'

/** What a version has; everything else of a body belongs to the prompt. */
export const CONTENT_NAMES = [
  'string',
  'parameters',
  'model',
  'virtual_key',
  'provider',
  'config',
  'variables',
  'allow',
  'functions',
  'tools',
  'tool_choice',
  'metadata',
  'version_description',
] as const

/** Names of a prompt file that parameters cannot have. */
const NOT_PARAMETERS = [
  'messages',
  'variables',
  'allow',
  'tests',
  'description',
  'provider',
  'config',
  'virtual_key',
]

export interface CompiledVersion {
  readonly plan: PlanPrompt
  /** Warnings and notes. */
  readonly diagnostics: readonly JsonObject[]
}

/** Reads YAML; undefined for a string that is not YAML. */
export type ReadText = (text: string) => Json | undefined

export function compileContent(
  slug: string,
  { content, messages }: Pick<TemplateVersion, 'content' | 'messages'>,
  surroundings: PromptSurroundings,
): CompiledVersion | Failure {
  const parameters = asObject(content['parameters'])
  const wrong = NOT_PARAMETERS.find(name => Object.hasOwn(parameters, name))
  if (wrong !== undefined)
    return failure('invalid_request', `"parameters" cannot have "${wrong}".`, { param: 'parameters' })
  const {
    string: _string,
    parameters: _parameters,
    metadata: _metadata,
    version_description: _why,
    ...own
  } = content
  const written: JsonObject = { ...withoutNull(parameters), ...withoutNull(own), messages }
  const variables = written['variables'] ?? usedVariables(messages, surroundings)
  const text = JSON.stringify({ ...written, variables }, undefined, 2)
  const { prompt, diagnostics } = compileStoredPrompt({ name: `prompt ${slug}`, text }, surroundings)
  return prompt === undefined
    ? invalidPrompt(slug, diagnostics)
    : { plan: prompt, diagnostics: diagnostics.map(toJson) }
}

/** Peers write null for what is not set. */
const withoutNull = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))

/** Templates that are meant as lists of messages, in JSON and in YAML; any other template is one message. */
const JSON_MESSAGES = /^\s*\[\s*(?:\{(?!\{)|\])/
const YAML_MESSAGES = /^\s*-\s+["']?role["']?\s*:/

/** The messages of a template: parsed first, so that no variable can add one. */
export function messagesOf(text: string, readYaml: ReadText | undefined): readonly Json[] | Failure {
  const isJson = JSON_MESSAGES.test(text)
  if (!isJson && !YAML_MESSAGES.test(text)) return [{ role: 'user', content: text }]
  const value = isJson ? parseJson(text) : readYaml?.(text)
  if (isList(value) && value.length > 0 && value.every(isObject)) return value
  const reason =
    value !== undefined
      ? 'it is not a list of messages'
      : isJson
        ? 'it is not JSON'
        : readYaml === undefined
          ? 'this runtime reads only JSON'
          : 'it is not YAML'
  return failure(
    'invalid_request',
    `"string" cannot be read as messages: ${reason}. Write a list of messages, or the text of one.`,
    { param: 'string' },
  )
}

/** Clients of the peer declare no variables: all that the template uses are. */
function usedVariables(messages: readonly Json[], { partials }: PromptSurroundings): JsonObject {
  const names = Array.from(templateStrings(messages, ''), ([, text]) =>
    variableUses(parseTemplate(text).template, partials)
      .filter(({ within }) => within.length === 0)
      .map(({ variable }) => variable),
  ).flat()
  return Object.fromEntries(names.map(name => [name, {}]))
}

const toJson = (diagnostic: Diagnostic): JsonObject =>
  JSON.parse(JSON.stringify(toJsonDiagnostic(diagnostic)))

export function invalidPrompt(slug: string, diagnostics: readonly Diagnostic[]): Failure {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return failure(
    'invalid_request',
    `"${slug}" is invalid: ${errors[0]?.message ?? 'it cannot be compiled.'}${others}`,
    { param: 'string', diagnostics: diagnostics.map(toJson) },
  )
}
