// Text completions of providers that only have chats. Errors are those of chats.
import {
  asObject,
  isList,
  type Json,
  type JsonObject,
  present,
  writeJson,
} from '../../schemas/values/json.ts'
import type { Failure } from '../values/failures.ts'
import { completionChunk, completionFromChat } from '../wire/completion-from-chat.ts'
import { collectConversionErrors } from '../wire/conversion-errors.ts'
import { vendorErrorBody } from '../wire/error.ts'
import {
  type Conversion,
  handledElsewhere,
  type ParameterTable,
  parameterConverter,
  refuse,
  unchanged,
} from '../wire/parameters.ts'
import type { ChatRequest, InboundApi, InboundContext, InboundEvent, InboundStream } from './inbound-api.ts'

export const completionsApi: InboundApi = {
  request: convertRequest,
  parameterName: name => name,
  reply: (chat, context) => completionFromChat(chat, headOf(context)),
  stream: encodeStream,
  error: body => body,
}

const headOf = ({ identifier, now, model }: InboundContext) => ({
  id: `cmpl-${identifier}`,
  created: now,
  model,
})

function encodeStream(context: InboundContext): InboundStream {
  const head = headOf(context)
  const includeUsage = asObject(context.request['stream_options'])['include_usage'] === true
  const event = (body: JsonObject): InboundEvent => ({ data: writeJson(body) })
  return {
    chunk: chunk => {
      const converted = completionChunk(chunk, head, includeUsage)
      return converted === undefined ? [] : [event(converted)]
    },
    end: () => [{ data: '[DONE]' }],
    error: error => [event(vendorErrorBody(error))],
  }
}

/** The default of the interface, which no chat has. */
const DEFAULT_MAX_TOKENS = 16

/**
 * A text completion → a chat with one user message. Parameters without an equivalent (several prompts,
 * tokens, the echoed prompt, log probabilities, a suffix) are rejected by name.
 */
function convertRequest(body: JsonObject): ChatRequest | Failure {
  const { report, failure } = collectConversionErrors()
  const prompt = readPrompt(body['prompt'])
  if (prompt === undefined) report(`prompt must be one string: ${AS_CHAT}`, 'prompt')
  const { parameters, dropped } = convertParameters(body, report, undefined)
  const chat = present({
    model: body['model'],
    messages: [{ role: 'user', content: prompt ?? '' }],
    max_tokens: DEFAULT_MAX_TOKENS,
    ...parameters,
  })
  return failure() ?? { body: chat, dropped }
}

const AS_CHAT = 'this provider serves text completions as chats.'

/** The only prompt, as a string or in a list. */
function readPrompt(prompt: Json | undefined): string | undefined {
  const only = isList(prompt) && prompt.length === 1 ? prompt[0] : prompt
  return typeof only === 'string' ? only : undefined
}

const PARAMETERS: ParameterTable<undefined> = [
  ['model prompt stream stream_options', handledElsewhere],
  ['temperature top_p frequency_penalty presence_penalty seed stop user logit_bias n', unchanged],
  ['max_tokens', maxTokens],
  ['echo', acceptOnly(false)],
  ['suffix', acceptOnly('')],
  ['best_of', acceptOnly(0, 1)],
  ['logprobs', acceptOnly()],
]

const convertParameters = parameterConverter(PARAMETERS)

/** Function declarations, because the table above uses them before their definition. */
function acceptOnly(...neutral: readonly Json[]): Conversion<undefined> {
  return (value, report, name) =>
    neutral.includes(value) ? {} : refuse(report, name, `${name} is not supported: ${AS_CHAT}`)
}

/** A chat always generates something. */
function maxTokens(...[value, report, name]: Parameters<Conversion<undefined>>): ReturnType<Conversion> {
  return value === 0
    ? refuse(report, name, `${name} must be at least 1: ${AS_CHAT}`)
    : { fields: { [name]: value } }
}
