// `functions` and `function_call`, the first form of tools (platform.openai.com/docs/api-reference/chat/create: deprecated in favor of
// `tools` and `tool_choice`; docs.claude.com/en/api/openai-sdk lists both together), for dialects that have tools: they are sent as
// tools, and a call comes back as `function_call`. There is one call in a reply, so parallel calls are forbidden; where a provider still
// makes more, the first counts. Calls and results of the history are those of withToolCalls.
import { asList, asObject, isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, StreamMapper, StreamStep } from '../values/adapter.ts'
import { isFailure } from '../values/failures.ts'

/** The chats of a dialect, with functions as well. */
export function withFunctions({ request, reply, stream, ...others }: EndpointAdapter): EndpointAdapter {
  return {
    ...others,
    request: (body, context) => {
      if (!usesFunctions(body)) return request(body, context)
      const converted = request(toToolChat(body), context)
      return isFailure(converted) ? converted : { ...converted, dropped: sentNames(converted.dropped, body) }
    },
    reply: (body, context, headers) => {
      const chat = reply(body, context, headers)
      return isFailure(chat) || !isOfFunctions(context) ? chat : withFunctionCalls(chat, 'message')
    },
    ...(stream && {
      stream: context => (isOfFunctions(context) ? withCallsOf(stream(context)) : stream(context)),
    }),
  }
}

const usesFunctions = ({ functions, tools = null }: JsonObject): boolean =>
  tools === null && isList(functions) && functions.length > 0

const isOfFunctions = ({ requestBody = {} }: AdapterContext): boolean => usesFunctions(requestBody)

function toToolChat({ functions = [], function_call: choice, ...chat }: JsonObject): JsonObject {
  return {
    ...chat,
    tools: asList(functions).map(each => ({ type: 'function', function: each })),
    ...(choice !== undefined && {
      tool_choice: isObject(choice) ? { type: 'function', function: choice } : choice,
    }),
    parallel_tool_calls: false,
  }
}

/** What was left out under the names that the client sent. */
const sentNames = (dropped: readonly string[], sent: JsonObject): readonly string[] =>
  dropped
    .filter(name => name !== 'parallel_tool_calls' || name in sent)
    .map(name => name.replace(/^tools\b/, 'functions').replace(/^tool_choice\b/, 'function_call'))
    .sort()

const withCallsOf = ({ event, end, ...others }: StreamMapper): StreamMapper => ({
  ...others,
  event: each => event(each).map(toFunctionStep),
  end: () => end().map(toFunctionStep),
})

const toFunctionStep = (step: StreamStep): StreamStep =>
  step !== 'done' && 'chunk' in step ? { chunk: withFunctionCalls(step.chunk, 'delta') } : step

const withFunctionCalls = (chat: JsonObject, part: 'message' | 'delta'): JsonObject => ({
  ...chat,
  choices: asList(chat['choices']).map(choice => toFunctionChoice(asObject(choice), part)),
})

function toFunctionChoice(choice: JsonObject, part: 'message' | 'delta'): Json {
  const { tool_calls: calls, ...others } = asObject(choice[part])
  const first = asList(calls)
    .map(asObject)
    .find(({ index = 0 }) => index === 0)
  return {
    ...choice,
    [part]: { ...others, ...(first !== undefined && { function_call: asObject(first['function']) }) },
    ...(choice['finish_reason'] === 'tool_calls' && { finish_reason: 'function_call' }),
  }
}
