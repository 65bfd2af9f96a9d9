// Saved prompts in calls (semantics, section 19). A call of a prompt is a chat: the prompt becomes its body, and whatever serves the
// prompt takes the place of headers that the client did not send. Where a config names a prompt, its messages precede those of the
// request, which brings the variables.
import { parseModelSlug } from '../../compiler/facts/model-slug.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import { bundlePrompts } from '../prompts/bundle-prompts.ts'
import { composePromptCall, composePromptedChat } from '../prompts/compose-chat.ts'
import type { LinkedPrompt, PromptSource } from '../prompts/prompt-source.ts'
import { createClientBody } from '../values/body/body.ts'
import { encodeJson } from '../values/body/splice.ts'
import { concatenate } from '../values/byte-stream.ts'
import { plainReply, type Reply } from '../values/call.ts'
import { failureReply, JSON_HEADERS } from '../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { droppedNames } from '../values/headers.ts'
import { type Caller, mayList } from './authenticate.ts'
import type { LinkPrompts } from './gateway-parts.ts'
import type { GatewayRequest } from './gateway-request.ts'
import type { PromptCall } from './request.ts'
import type { RequestOptions } from './request-options.ts'

/** `stored`: the prompts of the bundle and of a store; absent if the bundle has all of them. */
export const promptLinker =
  (bundle: Pick<Bundle, 'prompts' | 'partials'>, stored?: PromptSource): LinkPrompts =>
  (gateway, readChat, { hash }) => {
    const { headerPrefix, limits, spelling } = gateway
    const prompts = stored ?? bundlePrompts(bundle, hash)
    const findPrompt = (id: string, version: string | undefined, caller: Caller): LinkedPrompt | Failure =>
      prompts.find(id, version, caller.workspace, mayList(caller, 'prompts.list', gateway))
    /** The chat of a call in the place of its body, or why there is none. */
    const compose = (request: GatewayRequest, { id, version }: PromptCall): JsonObject | Failure => {
      const prompt = findPrompt(id, version, request.caller)
      if (isFailure(prompt)) return prompt
      const sent = createClientBody(request.bytes, limits.json_values)
      const body = isFailure(sent) ? sent : sent.json()
      if (isFailure(body)) return body
      const chat = composePromptCall(prompt, withoutPromptId(body, id, version))
      if (isFailure(chat)) return chat
      request.head = { ...request.head, path: CHAT }
      request.endpoint = 'chat/completions'
      request.requestOptions = withTarget(request.requestOptions, prompt, chat)
      putChat(request, prompt, chat)
      return chat
    }
    return {
      serve: (request, call, pass) => {
        const { record, admitted } = request
        const chat = compose(request, call)
        if (isFailure(chat)) return Promise.resolve(failureReply(chat))
        const { name = '' } = request.prompt ?? {}
        if (call.action === 'render') {
          record.prompt = name
          return Promise.resolve(renderReply(chat, request.requestOptions))
        }
        const headers = {
          [`${headerPrefix}trace-id`]: admitted.trace,
          [`${headerPrefix}prompt-version`]: name,
        }
        const served = pass(request)
        if (spelling === 'peer') return served
        return served.then(reply => {
          const { dropped = [] } = reply
          const lost =
            dropped.length === 0 ? {} : { [`${headerPrefix}dropped-params`]: droppedNames(dropped) }
          return wrapCompletion(reply, { ...headers, ...lost })
        })
      },
      applyConfigPrompt: request => {
        const { config, endpoint, head, requestOptions, caller } = request
        const id = config?.prompt
        if (config === undefined || id === undefined) {
          if (request.prompt !== undefined) request.record.prompt = request.prompt.name
          return undefined
        }
        const { name, source } = config
        if (request.prompt !== undefined) return promptInPrompt(name)
        if (endpoint !== 'chat/completions' || head.method !== 'POST')
          return failure(
            'unsupported_endpoint',
            `The config "${name}" renders the prompt "${id}", so it only serves POST /chat/completions.`,
            { param: `${headerPrefix}config` },
          )
        const prompt = findPrompt(id, undefined, caller)
        if (isFailure(prompt)) return prompt
        const given = request.body.json()
        if (isFailure(given)) return given
        const chat = composePromptedChat(prompt, given)
        if (isFailure(chat)) return chat
        const target = source.fromRequest ? { provider: prompt.provider, config: undefined } : NO_TARGET
        const unnamed = { ...requestOptions, options: { ...requestOptions.options, config: undefined } }
        const { options } = withTarget(unnamed, target, chat)
        // It names its config, since the model may now name a provider.
        request.requestOptions = { ...requestOptions, options: { ...options, config: name } }
        putChat(request, prompt, chat)
        request.record.prompt = prompt.name
        return readChat(request)
      },
    }
  }

const CHAT = '/chat/completions'
const NO_TARGET = { provider: undefined, config: undefined }

/** Puts what a prompt was rendered to in the place of what the client sent. */
function putChat(request: GatewayRequest, { id, name }: LinkedPrompt, chat: JsonObject): void {
  request.prompt = { id, name }
  request.bytes = encodeJson(chat)
  request.scanned = undefined
}

/** The body without the identifier of the path, which the peer's SDK repeats. */
function withoutPromptId(body: JsonObject, id: string, version: string | undefined): JsonObject {
  const path = version === undefined ? id : `${id}@${version}`
  const repeated = REPEATED.filter(name => body[name] === path)
  return repeated.length === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => !repeated.includes(name)))
}

const REPEATED: readonly string[] = ['promptID', 'prompt_id']

/** The options with what serves the prompt, unless the request or the model names something. */
function withTarget(
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
function renderReply(chat: JsonObject, { options: { provider } }: RequestOptions): Reply {
  const { model } = chat
  const isPlain = typeof model === 'string' && parseModelSlug(model) === undefined
  const rendered = isPlain && provider?.startsWith('@') ? { ...chat, model: `${provider}/${model}` } : chat
  return plainReply(200, encodeJson({ success: true, data: rendered }), JSON_HEADERS)
}

/** A whole chat completion in the form of the interface; streams and errors are what they are. */
function wrapCompletion(reply: Reply, more: Readonly<Record<string, string>>): Reply {
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

const promptInPrompt = (config: string): Failure =>
  failure(
    'invalid_request',
    `The config "${config}" renders a prompt itself, so it cannot serve a call of a prompt. Use a config without "prompt_id".`,
    { param: 'config' },
  )
