// The body of a chat from a prompt and what a caller sent with its variables (semantics, section 19).
import { isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { LinkedPrompt, PromptFreedom } from './prompt-source.ts'

/** Fields of a call that only some prompts leave to the caller. */
const GUARDED: ReadonlyMap<string, PromptFreedom> = new Map([
  ['messages', 'messages'],
  ['model', 'model'],
  ['tools', 'tools'],
  // The older name of tools.
  ['functions', 'tools'],
])

/**
 * The chat of a call of a prompt: fields at the root of the call replace those of the prompt, and messages, where the prompt
 * allows them, follow its own.
 */
export function composePromptCall(prompt: LinkedPrompt, body: JsonObject): JsonObject | Failure {
  const { variables, messages, ...fields } = body
  if (variables === undefined)
    return invalid('"variables" is missing: send an object, also an empty one.', 'variables')
  if (Object.hasOwn(fields, 'hyperparameters'))
    return invalid(
      '"hyperparameters" is not a parameter: send them at the root of the body, beside "variables".',
      'hyperparameters',
    )
  // Of a rendering too, whose chat is sent elsewhere.
  const { stream = null } = fields
  if (stream !== null && typeof stream !== 'boolean') return invalid('"stream" must be a boolean.', 'stream')
  for (const [name, freedom] of GUARDED)
    if (Object.hasOwn(body, name) && !prompt.allow.has(freedom))
      return invalid(
        `"${name}" is part of the prompt "${prompt.id}", which does not allow to send ${freedom}.`,
        name,
      )
  return compose(prompt, variables, messages, { ...prompt.parameters, ...withoutAlias(fields) })
}

/** The chat of a request whose config names a prompt: what the body has comes before what the prompt has. */
export function composePromptedChat(prompt: LinkedPrompt, body: JsonObject): JsonObject | Failure {
  const { variables = {}, messages, ...fields } = body
  const { max_completion_tokens: limit, ...parameters } = prompt.parameters
  const isLimited = limit === undefined || Object.hasOwn(fields, 'max_tokens')
  return compose(prompt, variables, messages, {
    ...parameters,
    ...(isLimited ? {} : { max_completion_tokens: limit }),
    ...fields,
  })
}

function compose(
  { render }: LinkedPrompt,
  variables: Json,
  messages: Json | undefined,
  fields: JsonObject,
): JsonObject | Failure {
  if (!isObject(variables)) return invalid('"variables" must be an object.', 'variables')
  if (messages !== undefined && !isList(messages)) return invalid('"messages" must be a list.', 'messages')
  const rendered = render(variables)
  return isFailure(rendered) ? rendered : { ...fields, messages: [...rendered, ...(messages ?? [])] }
}

/** `max_tokens` is read as `max_completion_tokens`, which counts where both are sent. */
function withoutAlias({ max_tokens: limit, ...fields }: JsonObject): JsonObject {
  return limit === undefined ? fields : { max_completion_tokens: limit, ...fields }
}

const invalid = (message: string, param: string): Failure => failure('invalid_request', message, { param })
