// Calls of MCP tools and agents under limits and guardrails: input guardrails see what is sent, output guardrails what comes back.
import type { KeyGuards } from '../../compiler/lower/key-guards.ts'
import type { GuardUse } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import type { CallFacts } from '../limits/call-facts.ts'
import { parseExactly } from '../mcp/messages/exact-json.ts'
import { createBody } from '../values/body/body.ts'
import { encodeJson } from '../values/body/splice.ts'
import {
  type Call,
  type CallRecord,
  isStream,
  NO_CALL_OPTIONS,
  NO_DRAW,
  plainReply,
  type Reply,
  type Route,
} from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import { ANONYMOUS, type Caller } from './authenticate.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { keyGuardSets } from './key-routes.ts'
import { serveLimited } from './limit-call.ts'

export interface ExchangeContext {
  readonly caller: Caller
  readonly trace: string
  readonly cancellation: Cancellation
  readonly record: CallRecord
}

export interface GuardedExchange {
  /** The path that records and guards know the call by. */
  readonly path: string
  /** What guards read of the request. */
  readonly input: Json
  /** Strings of the request that guards read and cannot rewrite. */
  readonly beside?: readonly string[]
  /** False if the request has nothing that input guardrails could read; absent otherwise. */
  readonly readsInput?: boolean
  readonly metadata: JsonObject
  /** What policies know of it; undefined where no limit counts it. */
  readonly facts: Pick<CallFacts, 'endpoint' | 'mcp' | 'agent'> | undefined
  /** `the call of the tool`, in the sentence of a denial. */
  readonly noun: string
}

/** What came of the exchange inside of its guards. */
export type ExchangeOutcome =
  | { /** What guards read of the reply. */ readonly output: JsonObject }
  | { /** A reply that guards do not read. */ readonly unread: true }
  | { readonly failed: true }

/** `input`: as guards left it; undefined where it is unchanged. */
export type RunExchange = (input: JsonObject | undefined) => Promise<ExchangeOutcome>

export type ExchangeResult =
  | {
      readonly refused: Failure
      /** What limits say of it: when to try again. */
      readonly headers: Headers
    }
  | { /** As guards left it. */ readonly output: JsonObject | undefined }

export interface PassExchange {
  (exchange: GuardedExchange, run: RunExchange): Promise<ExchangeResult>
  /** Whether output guardrails see replies. */
  readonly readsReplies: boolean
}

export type LinkExchanges = (context: ExchangeContext) => PassExchange

interface GuardedRoute {
  readonly route: Route
  /** The same without input guardrails. */
  readonly replyRoute: Route
  readonly readsReplies: boolean
}

interface Running {
  readonly input: Json
  readonly run: RunExchange
  outcome: ExchangeOutcome | undefined
}

/** Prepared once per bundle; `name` is where guards run, in their records. */
export function linkExchanges(parts: GatewayParts, name: string): LinkExchanges {
  const { gateway, limits, ports } = parts
  const named = (ids: readonly string[]): readonly GuardUse[] =>
    [...new Set(ids)].flatMap(id =>
      Object.hasOwn(gateway.guardrails, id) ? (gateway.guardrails[id] ?? []) : [],
    )
  /** What the guards of one call are around, by its identity: the routes are linked before it is known. */
  const running = new WeakMap<CallRecord, Running>()
  const send: Route = async call => {
    const current = running.get(call.record)
    if (current === undefined) throw new Error('An exchange runs outside of its request.')
    const outcome = await current.run(rewritten(call, current.input))
    current.outcome = outcome
    if ('failed' in outcome) return FAILED
    return { ...EMPTY, body: encodeJson('output' in outcome ? outcome.output : {}) }
  }
  const guarded = (before: readonly string[], after: readonly string[]): GuardedRoute => {
    const [input, output] = [named(before), named(after)]
    const readsReplies = output.length > 0
    const link = (first: readonly GuardUse[]): Route => {
      if (first.length + output.length === 0) return send
      const node = { kind: 'guard' as const, before: first, after: output, children: [] }
      return parts.checks.linkGuards(node, name, { target: undefined, link: () => ({ route: send }) }, parts)
        .route
    }
    return { route: link(input), replyRoute: link([]), readsReplies }
  }
  const { inputGuardrails, outputGuardrails } = gateway
  const usual = guarded(inputGuardrails, outputGuardrails)
  const sets = new Map<string, GuardedRoute>()
  const ofKeys = new WeakMap<KeyGuards, GuardedRoute>()
  /** Linked when a key of the store first uses them; those of the manifest are linked at load. */
  const guardedForKey = (guards: KeyGuards): GuardedRoute => {
    const known = ofKeys.get(guards)
    if (known !== undefined) return known
    const { before, after } = guards
    const set = canonicalJson([before, after])
    const linked = sets.get(set) ?? guarded([...inputGuardrails, ...before], [...outputGuardrails, ...after])
    sets.set(set, linked)
    ofKeys.set(guards, linked)
    return linked
  }
  for (const guards of keyGuardSets(gateway)) guardedForKey(guards)
  return context => {
    const { caller, record } = context
    const {
      route: both,
      replyRoute,
      readsReplies,
    } = caller.guards === undefined ? usual : guardedForKey(caller.guards)
    const pass = async (exchange: GuardedExchange, start: RunExchange): Promise<ExchangeResult> => {
      const run = record.createReplyReader === undefined ? start : timed(start, record, ports.clock)
      const route = exchange.readsInput === false ? replyRoute : both
      const limitCall = exchange.facts === undefined ? undefined : limits?.current
      if (route === send && limitCall === undefined) {
        const outcome = await run(undefined)
        return { output: 'output' in outcome ? outcome.output : undefined }
      }
      const call = callOf(exchange, context)
      const current: Running = { input: exchange.input, run, outcome: undefined }
      running.set(record, current)
      const limited =
        exchange.facts &&
        limitCall?.(call, {
          workspace: caller.workspace,
          apiKey: caller.id === ANONYMOUS.id ? undefined : caller.id,
          limitProfile: caller.limitProfile,
          model: undefined,
          config: undefined,
          metadata: call.metadata,
          ...exchange.facts,
        })
      const reply = await (limited === undefined ? route(call, NO_DRAW) : serveLimited(limited, call, route))
      return readResult(reply, current, exchange.noun)
    }
    return Object.assign(pass, { readsReplies })
  }
}

/** Records when the exchange ran, for its span. */
const timed =
  (run: RunExchange, record: CallRecord, { monotonic }: GatewayParts['ports']['clock']): RunExchange =>
  async input => {
    const started = monotonic()
    try {
      return await run(input)
    } finally {
      record.exchanged = { started, milliseconds: monotonic() - started }
    }
  }

/** The input as guards left it; undefined where it is unchanged. */
function rewritten({ body }: Call, input: Json): JsonObject | undefined {
  const value = parseExactly(new TextDecoder().decode(body.bytes))
  if (!isObject(value)) return undefined
  return JSON.stringify(value) === JSON.stringify(input) ? undefined : value
}

const EMPTY: Reply = plainReply(200, new Uint8Array(0), JSON_HEADERS)

/** Guards do not read it, and it is not cached. */
const FAILED: Reply = { ...EMPTY, status: 502 }

/** What its guards made of the output, or why they or a limit refused the exchange. */
function readResult(reply: Reply, { outcome }: Running, noun: string): ExchangeResult {
  if (reply.failure !== undefined) return { refused: reply.failure, headers: limitHeaders(reply.headers) }
  if (reply.hooks?.verdict === 'denied')
    return { refused: failure('guardrail_denied', `A guardrail denied ${noun}.`), headers: [] }
  if (outcome === undefined) return { refused: failure('internal', `No response to ${noun}.`), headers: [] }
  if (!('output' in outcome)) return { output: undefined }
  const value = isStream(reply.body) ? undefined : parseExactly(new TextDecoder().decode(reply.body))
  if (!isObject(value)) return outcome
  // Results of guards are in the log; a result has no place for them.
  const { hook_results: _results, ...output } = value
  return { output }
}

/** The body is rewritten, so the headers that describe it are dropped. */
const limitHeaders = (headers: Headers): Headers =>
  headers.flatMap((name, index) =>
    index % 2 === 0 && !name.startsWith('content-') ? [name, headers[index + 1] ?? ''] : [],
  )

const EXCHANGE_OPTIONS: Call['options'] = { ...NO_CALL_OPTIONS, strict: true }

/** An exchange as limits and guards see calls: its input is the body. */
const callOf = (
  { path, input, beside = [], metadata }: GuardedExchange,
  { caller, trace, cancellation, record }: ExchangeContext,
): Call => ({
  method: 'POST',
  endpoint: undefined,
  // Guards read the query of a call with it.
  path: beside.length === 0 ? path : `${path}?${new URLSearchParams(beside.map(text => ['text', text]))}`,
  pathname: path,
  headers: JSON_HEADERS,
  body: createBody(encodeJson(input)),
  stream: false,
  model: undefined,
  slug: undefined,
  options: EXCHANGE_OPTIONS,
  metadata: { ...caller.metadata, ...metadata },
  workspace: caller.workspace,
  caller: caller.id,
  trace,
  cancellation,
  record,
})
