// Messages with templates in them → closure that renders messages of the same structure: the same objects, lists and keys,
// whatever the variables are.
import { LITERAL_NAMES } from '../../compiler/prompts/message-strings.ts'
import { parseTemplate } from '../../compiler/prompts/parse-template.ts'
import { isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { type Failure, failure } from '../values/failures.ts'
import { type CompilePartial, compileTemplate } from './compile-template.ts'
import {
  createRenderState,
  isDeeperThan,
  isExhausted,
  MAX_CHARACTERS,
  MAX_STEPS,
  MAX_VARIABLE_DEPTH,
  type RenderState,
  type Scope,
} from './render-state.ts'

/** Renders the messages, or returns why they cannot be. */
export type RenderMessages = (variables: JsonObject) => readonly Json[] | Failure

type RenderValue = (scope: Scope, state: RenderState) => Json

export function compileMessages(messages: readonly Json[], partial: CompilePartial): RenderMessages {
  const render = messages.map(message => compileValue(message, partial))
  return variables => {
    if (isDeeperThan(variables, MAX_VARIABLE_DEPTH))
      return invalid(`"variables" nest more than ${MAX_VARIABLE_DEPTH} levels deep.`)
    const state = createRenderState()
    const scope: Scope = { value: variables, outer: undefined }
    const rendered = render.map(message => message(scope, state))
    if (isExhausted(state))
      return invalid(
        `The prompt with these variables is too large: it renders at most ${MAX_CHARACTERS} characters and ${MAX_STEPS} repetitions of sections.`,
      )
    return state.missing.size > 0 ? missingVariables([...state.missing]) : rendered
  }
}

function compileValue(value: Json, partial: CompilePartial): RenderValue {
  if (typeof value === 'string') {
    const { template } = parseTemplate(value)
    return template.every(({ kind }) => kind === 'text') && !value.includes('{{')
      ? () => value
      : compileTemplate(template, partial)
  }
  if (isList(value)) {
    const items = value.map(item => compileValue(item, partial))
    return (scope, state) => items.map(item => item(scope, state))
  }
  if (!isObject(value)) return () => value
  const entries = Object.entries(value).map(([name, item]): readonly [string, RenderValue] =>
    LITERAL_NAMES.has(name) && typeof item === 'string'
      ? [name, () => item]
      : [name, compileValue(item, partial)],
  )
  return (scope, state) => Object.fromEntries(entries.map(([name, item]) => [name, item(scope, state)]))
}

const invalid = (message: string): Failure => failure('invalid_request', message, { param: 'variables' })

/** Names in a message, so that a template of thousands of variables has a readable error. */
const MAX_NAMES = 50

export function missingVariables(names: readonly string[]): Failure {
  const shown = names.slice(0, MAX_NAMES).map(name => JSON.stringify(name))
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : ''
  const [noun, pronoun] = names.length === 1 ? ['variable', 'it'] : ['variables', 'them']
  return invalid(`The prompt needs the ${noun} ${shown.join(', ')}${more}: add ${pronoun} to "variables".`)
}
