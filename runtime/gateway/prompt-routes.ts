// Serves calls of saved prompts (semantics, section 19). A completion is a chat: the prompt becomes its body, and whatever
// serves the prompt takes the place of headers that the client did not send.
import { parseModelSlug } from '../../compiler/model-slug.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { LinkContext } from '../link/link-context.ts'
import { composePromptCall } from '../prompts/compose-chat.ts'
import type { LinkedPrompt, PromptSource } from '../prompts/prompt-source.ts'
import { createBody } from '../values/body/body.ts'
import { encodeJson } from '../values/body/splice.ts'
import { concatenate } from '../values/byte-stream.ts'
import type { Reply } from '../values/call.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { AdmittedRequest } from './admit-request.ts'
import type { PromptCall } from './match-prompt-call.ts'
import type { RequestOptions } from './request-options.ts'

/** The prompt that a request was rendered from. */
export interface PromptUse {
  readonly id: string
  /** `id@version`. */
  readonly name: string
}

/** A prompt in the place of a body: the chat, and the request that sends it. */
export interface PromptedRequest {
  readonly use: PromptUse
  readonly chat: JsonObject
  readonly admitted: AdmittedRequest
}

export type ComposePromptCall = (
  admitted: AdmittedRequest,
  call: PromptCall,
  bytes: Uint8Array,
) => PromptedRequest | Failure

/** Prepared once per bundle. */
export function linkPromptCalls(prompts: PromptSource, { gateway }: LinkContext): ComposePromptCall {
  return (admitted, { id, version }, bytes) => {
    const prompt = prompts.find(id, version, admitted.caller.workspace)
    if (isFailure(prompt)) return prompt
    const body = createBody(bytes, undefined, gateway.limits.json_values).json()
    if (isFailure(body)) return body
    const chat = composePromptCall(prompt, body)
    if (isFailure(chat)) return chat
    const { head, requestOptions } = admitted
    return {
      use: { id: prompt.id, name: prompt.name },
      chat,
      admitted: {
        ...admitted,
        head: { ...head, path: CHAT },
        endpoint: 'chat/completions',
        requestOptions: withTarget(requestOptions, prompt, chat),
        promptCall: undefined,
      },
    }
  }
}

const CHAT = '/chat/completions'

/** The options with what serves the prompt, unless the request or the model names something. */
export function withTarget(
  requestOptions: RequestOptions,
  { provider, config }: Pick<LinkedPrompt, 'provider' | 'config'>,
  { model }: JsonObject,
): RequestOptions {
  const { options } = requestOptions
  const isNamed =
    options.config !== undefined || options.provider !== undefined || options.virtualKey !== undefined
  if (isNamed || (provider === undefined && config === undefined)) return requestOptions
  const isInModel = provider !== undefined && parseModelSlug(model) !== undefined
  return {
    ...requestOptions,
    options: { ...options, ...(config !== undefined ? { config } : isInModel ? {} : { provider }) },
  }
}

/** The rendered prompt. A stored provider is named by its model, so that the data can be sent as the body of a chat. */
export function renderReply({ chat, admitted }: PromptedRequest): Reply {
  const { provider } = admitted.requestOptions.options
  const { model } = chat
  const isPlain = typeof model === 'string' && parseModelSlug(model) === undefined
  const rendered = isPlain && provider?.startsWith('@') ? { ...chat, model: `${provider}/${model}` } : chat
  return {
    status: 200,
    headers: JSON_HEADERS,
    body: encodeJson({ success: true, data: rendered }),
    target: undefined,
    provider: undefined,
    retries: 0,
    cache: undefined,
  }
}

/** A whole chat completion in the form of the interface; streams and errors are what they are. */
export function wrapCompletion(reply: Reply, more: Readonly<Record<string, string>>): Reply {
  const { status, headers, body } = reply
  if (status !== 200 || !(body instanceof Uint8Array)) return reply
  const named: Record<string, string> = {}
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    // The length of the reply is that of the whole.
    if (name !== 'content-length') named[name] = headers[index + 1] ?? ''
  }
  const start = JSON.stringify({ status: 'success', headers: { ...named, ...more } }).slice(0, -1)
  return {
    ...reply,
    body: concatenate([encoder.encode(`${start},"body":`), body, encoder.encode('}')]),
  }
}

const encoder = new TextEncoder()

export const promptInPrompt = (config: string): Failure =>
  failure(
    'invalid_request',
    `The config "${config}" renders a prompt itself, so it cannot serve a call of a prompt. Use a config without "prompt_id".`,
    { param: 'config' },
  )
