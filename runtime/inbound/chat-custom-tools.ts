// Chats with custom tools for providers that have functions only: the tools, their calls in the history and a choice of
// them become functions, and calls of these in the reply become calls of custom tools again.
import { asList, asObject, asText, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { argumentsToInput, customToolParameters, inputToArguments } from './custom-tools.ts'
import type { InboundApi, InboundEvent, InboundStream } from './inbound-api.ts'

const isCustom = (value: Json): value is JsonObject => isObject(value) && value['type'] === 'custom'

const hasCustomCalls = (message: Json): boolean => asList(asObject(message)['tool_calls']).some(isCustom)

/** Whether a chat has custom tools, calls of them, or a choice of one. */
export const usesCustomTools = ({ tools, messages, tool_choice: choice = null }: JsonObject): boolean =>
  asList(tools).some(isCustom) || asList(messages).some(hasCustomCalls) || isCustom(choice)

const toFunction = (tool: Json): Json => {
  if (!isCustom(tool)) return tool
  const { format, ...others } = asObject(tool['custom'])
  const { grammar, ...plain } = asObject(format)
  // A chat nests the grammar.
  return {
    type: 'function',
    function: { ...others, parameters: customToolParameters({ ...plain, ...asObject(grammar) }) },
  }
}

const toFunctionCall = (call: Json): Json => {
  if (!isCustom(call)) return call
  const { custom, ...others } = call
  const { name = '', input } = asObject(custom)
  return {
    ...others,
    type: 'function',
    function: { name, arguments: inputToArguments(asText(input) ?? '') },
  }
}

/** The name of a custom tool in a choice. */
const toFunctionChoice = (choice: Json): Json =>
  isCustom(choice) ? { type: 'function', function: choice['custom'] ?? {} } : choice

function toFunctionChoices(choice: Json): Json {
  const { type, allowed_tools: allowed } = asObject(choice)
  if (type !== 'allowed_tools') return toFunctionChoice(choice)
  return {
    type,
    allowed_tools: { ...asObject(allowed), tools: asList(asObject(allowed)['tools']).map(toFunctionChoice) },
  }
}

function toFunctionChat(body: JsonObject): JsonObject {
  const { tools, messages, tool_choice: choice } = body
  return {
    ...body,
    ...(tools === undefined ? {} : { tools: asList(tools).map(toFunction) }),
    ...(choice === undefined ? {} : { tool_choice: toFunctionChoices(choice) }),
    messages: asList(messages).map(message =>
      hasCustomCalls(message)
        ? { ...asObject(message), tool_calls: asList(asObject(message)['tool_calls']).map(toFunctionCall) }
        : message,
    ),
  }
}

const namesIn = ({ tools }: JsonObject): ReadonlySet<string> =>
  new Set(
    asList(tools)
      .filter(isCustom)
      .flatMap(({ custom }) => asText(asObject(custom)['name']) ?? []),
  )

function toCustomCall(call: Json, names: ReadonlySet<string>): Json {
  const { function: called, ...others } = asObject(call)
  const { name = '', arguments: text } = asObject(called)
  if (typeof name !== 'string' || !names.has(name)) return call
  return { ...others, type: 'custom', custom: { name, input: argumentsToInput(asText(text) ?? '') } }
}

function toCustomReply(chat: JsonObject, names: ReadonlySet<string>): JsonObject {
  const choices = asList(chat['choices']).map(choice => {
    const message = asObject(asObject(choice)['message'])
    const calls = message['tool_calls']
    if (calls === undefined || calls === null) return choice
    return {
      ...asObject(choice),
      message: { ...message, tool_calls: asList(calls).map(call => toCustomCall(call, names)) },
    }
  })
  return { ...chat, choices }
}

/** The arguments of a call so far; its input is read from them at the end. */
interface OpenCall {
  readonly choice: Json
  readonly index: Json
  text: string
}

const eventOf = (value: JsonObject): InboundEvent => ({ data: JSON.stringify(value) })

function customToolStream(names: ReadonlySet<string>): InboundStream {
  const open = new Map<string, OpenCall>()
  let head: JsonObject = {}
  /** The inputs of the calls of a choice, each in one delta. */
  const inputsOf = (choice: Json): readonly JsonObject[] =>
    Array.from(open).flatMap(([key, call]) => {
      if (call.choice !== choice) return []
      open.delete(key)
      return [{ index: call.index, custom: { input: argumentsToInput(call.text) } }]
    })
  const deltaOf = (call: Json, choice: Json): readonly Json[] => {
    const { index = 0, function: called, ...others } = asObject(call)
    const { name, arguments: text } = asObject(called)
    const known = open.get(`${choice}/${index}`)
    if (known !== undefined) {
      known.text += asText(text) ?? ''
      return []
    }
    if (typeof name !== 'string' || !names.has(name)) return [call]
    open.set(`${choice}/${index}`, { choice, index, text: asText(text) ?? '' })
    return [{ ...others, index, type: 'custom', custom: { name, input: '' } }]
  }
  const convertChoice = (choice: Json): Json => {
    const { index = 0, delta, finish_reason: finish = null } = asObject(choice)
    const { tool_calls: calls, ...others } = asObject(delta)
    const converted = asList(calls).flatMap(call => deltaOf(call, index))
    const toolCalls = finish === null ? converted : [...converted, ...inputsOf(index)]
    return {
      ...asObject(choice),
      delta: toolCalls.length === 0 ? others : { ...others, tool_calls: toolCalls },
    }
  }
  const remaining = (): readonly InboundEvent[] =>
    [...new Set(Array.from(open.values(), ({ choice }) => choice))].map(index =>
      eventOf({ ...head, choices: [{ index, delta: { tool_calls: inputsOf(index) }, finish_reason: null }] }),
    )
  return {
    chunk: chunk => {
      const { choices, usage: _, ...others } = chunk
      head = others
      return [eventOf({ ...chunk, choices: asList(choices).map(convertChoice) })]
    },
    end: () => [...remaining(), { data: '[DONE]' }],
    error: ({ message, type = null, param = null, code = null }) => [
      eventOf({ error: { message, type, param, code } }),
    ],
  }
}

export const customToolChats: InboundApi = {
  request: body => ({ body: toFunctionChat(body), dropped: [] }),
  parameterName: name => name,
  reply: (chat, { request }) => toCustomReply(chat, namesIn(request)),
  stream: ({ request }) => customToolStream(namesIn(request)),
  error: body => body,
}
