// Calls of MCP tools under limits and guardrails: input guardrails see the arguments, output guardrails the result.

import type { GuardUse } from '../../schemas/generated/types.ts'
import { isObject, type JsonObject } from '../../schemas/values/json.ts'
import { linkGuards } from '../link/guard/guard.ts'
import type { LinkContext } from '../link/link-context.ts'
import type { McpToolCall, PassToolCall } from '../mcp/catalogue/entry-session.ts'
import { parseExactly } from '../mcp/messages/exact-json.ts'
import { faultOf } from '../mcp/messages/fault.ts'
import type { RpcOutcome } from '../mcp/messages/message.ts'
import { createBody } from '../values/body/body.ts'
import { encodeJson } from '../values/body/splice.ts'
import { type Call, type CallRecord, isStream, NO_DRAW, type Reply, type Route } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'
import { failure, isFailure } from '../values/failures.ts'
import { ANONYMOUS, type Caller } from './authenticate.ts'
import { serveLimited } from './limit-call.ts'

export interface ToolCallContext {
  readonly caller: Caller
  readonly trace: string
  readonly cancellation: Cancellation
  readonly record: CallRecord
}

export type LinkToolCalls = (context: ToolCallContext) => PassToolCall

/** Prepared once per bundle. */
export function linkToolCalls(parts: LinkContext): LinkToolCalls {
  const { gateway, limits } = parts
  const named = (ids: readonly string[]): readonly GuardUse[] =>
    [...new Set(ids)].flatMap(id =>
      Object.hasOwn(gateway.guardrails, id) ? (gateway.guardrails[id] ?? []) : [],
    )
  /** What the guards of one call are around, by its identity: the routes are linked before it is known. */
  const running = new WeakMap<CallRecord, Running>()
  const send: Route = async call => {
    const own = running.get(call.record)
    if (own === undefined) throw new Error('A tool is called outside of its request.')
    const outcome = await own.run(rewritten(call, own.call))
    own.outcome = outcome
    return 'result' in outcome ? resultReply(outcome.result) : faultReply(outcome)
  }
  const guarded = (before: readonly string[], after: readonly string[]): Route => {
    const [input, output] = [named(before), named(after)]
    if (input.length + output.length === 0) return send
    const node = { kind: 'guard' as const, before: input, after: output, children: [] }
    return linkGuards(node, 'mcp', { target: undefined, link: () => ({ route: send }) }, parts).route
  }
  const { inputGuardrails, outputGuardrails } = gateway
  const usual = guarded(inputGuardrails, outputGuardrails)
  const ofKeys = new Map(
    gateway.apiKeys.flatMap(({ id, inputGuardrails: before = [], outputGuardrails: after = [] }) =>
      before.length + after.length === 0
        ? []
        : [[id, guarded([...inputGuardrails, ...before], [...outputGuardrails, ...after])] as const],
    ),
  )
  return context => {
    const { caller, record } = context
    const route = (caller.stored === undefined ? ofKeys.get(caller.id) : undefined) ?? usual
    return async (toolCall, run) => {
      const limitCall = limits?.current()
      if (route === send && limitCall === undefined) return await run(undefined)
      const call = callOf(toolCall, context)
      const facts = {
        workspace: caller.workspace,
        apiKey: caller.id === ANONYMOUS.id ? undefined : caller.id,
        model: undefined,
        config: undefined,
        endpoint: 'mcp',
        metadata: call.metadata,
        mcp: { server: toolCall.server, tool: toolCall.tool },
      }
      const own: Running = { call: toolCall, run, outcome: undefined }
      running.set(record, own)
      const limited = limitCall?.(call, facts)
      const reply = await (limited === undefined ? route(call, NO_DRAW) : serveLimited(limited, call, route))
      return readReply(reply, own)
    }
  }
}

interface Running {
  readonly call: McpToolCall
  readonly run: Parameters<PassToolCall>[1]
  outcome: RpcOutcome | undefined
}

/** The arguments as guards left them; undefined where they are unchanged. */
function rewritten({ body }: Call, { arguments: args }: McpToolCall): JsonObject | undefined {
  const value = body.json()
  if (isFailure(value) || !isObject(value)) return undefined
  return args !== undefined && JSON.stringify(value) === JSON.stringify(args) ? undefined : value
}

const resultReply = (result: JsonObject): Reply => ({ ...EMPTY, body: encodeJson(result) })

/** An error of the server: guards do not read it, and it is not cached. */
const faultReply = (_outcome: RpcOutcome): Reply => ({ ...EMPTY, status: 502, body: new Uint8Array(0) })

const EMPTY: Reply = {
  status: 200,
  headers: JSON_HEADERS,
  body: new Uint8Array(0),
  target: undefined,
  provider: undefined,
  retries: 0,
  cache: undefined,
}

/** The outcome of a guarded call: what its guards made of the result, or why they or a limit refused it. */
function readReply(reply: Reply, { outcome }: Running): RpcOutcome {
  if (reply.failure !== undefined) return { fault: faultOf(reply.failure) }
  if (reply.hooks?.verdict === 'denied')
    return { fault: faultOf(failure('guardrail_denied', 'A guardrail denied the call of the tool.')) }
  if (outcome === undefined || 'fault' in outcome)
    return outcome ?? { fault: faultOf(failure('internal', 'The call of the tool was not answered.')) }
  const value = isStream(reply.body) ? undefined : parseExactly(new TextDecoder().decode(reply.body))
  if (!isObject(value)) return outcome
  // Results of guards are in the log; a result of a tool has no place for them.
  const { hook_results: _results, ...result } = value
  return { result }
}

const NO_OPTIONS: Call['options'] = {
  provider: undefined,
  virtualKey: undefined,
  customHost: undefined,
  config: undefined,
  metadata: undefined,
  requestTimeout: undefined,
  forwardHeaders: undefined,
  strict: true,
  forceRefresh: false,
  cacheNamespace: undefined,
  apiKey: undefined,
  authorization: undefined,
  settings: {},
}

/** A call of a tool as limits and guards see calls: its arguments are the body. */
const callOf = (
  { server, tool, arguments: args }: McpToolCall,
  { caller, trace, cancellation, record }: ToolCallContext,
): Call => ({
  method: 'POST',
  endpoint: undefined,
  path: `/mcp/${server}`,
  pathname: `/mcp/${server}`,
  headers: JSON_HEADERS,
  body: createBody(encodeJson(args ?? {})),
  stream: false,
  model: undefined,
  slug: undefined,
  options: NO_OPTIONS,
  metadata: { ...caller.metadata, _mcp_server: server, _mcp_tool: tool },
  workspace: caller.workspace,
  trace,
  cancellation,
  record,
})
