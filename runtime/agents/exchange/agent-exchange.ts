// One operation of an agent between limits and guardrails, whatever its binding: the content that is sent, and the content of the reply.
import { asList, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { parseExactly } from '../../mcp/messages/exact-json.ts'
import { encodeServerSentEvent, readEvents } from '../../streams/server-sent-events.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { type ByteStream, concatenate, readAll } from '../../values/byte-stream.ts'
import type { Cancellation } from '../../values/cancellation.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { AgentReply } from './call-agent.ts'
import { partTexts, withPartTexts } from './part-texts.ts'

/** Why limits or guards refuse an operation, and what limits say of it in headers. */
export interface ExchangeRefusal {
  readonly refused: Failure
  readonly headers: Headers
}

/** The facts of an operation that limits and guards read. */
export interface AgentCall {
  readonly agent: string
  /** Whether it counts for limits. */
  readonly sends: boolean
  readonly texts: JsonObject
}

/** What came of a call inside of its guards: content that they see, nothing that they could, or a failure. */
export type AgentOutcome =
  | { readonly texts: JsonObject }
  | { readonly unread: true }
  | { readonly failed: true }

/** Runs an operation; `run` gets the content if guards have rewritten it. */
export interface PassAgentCall {
  (
    call: AgentCall,
    run: (rewritten: JsonObject | undefined) => Promise<AgentOutcome>,
  ): Promise<ExchangeRefusal | { readonly texts: JsonObject | undefined }>
  /** Whether guards see replies, so that streams are read to their end before they are passed on. */
  readonly readsReplies: boolean
}

export interface ExchangeParts {
  readonly agent: string
  readonly sends: boolean
  /** What is sent: the parameters, or the body. */
  readonly content: Json | undefined
  readonly send: (content: Json | undefined) => Promise<AgentReply | Failure>
  /** Bytes of a stream that guards read. */
  readonly maxBytes: number
  /** Ends a stream that guards read, when the client leaves. */
  readonly cancellation: Cancellation
}

/** The reply of the agent, as guards left it. */
export async function runExchange(
  { agent, sends, content, send, maxBytes, cancellation }: ExchangeParts,
  pass: PassAgentCall,
): Promise<AgentReply | Failure | ExchangeRefusal> {
  let reply: AgentReply | Failure | undefined
  let read: ReadReply | undefined
  const passed = await pass(
    { agent, sends, texts: { texts: partTexts(content ?? null) } },
    async rewritten => {
      const sent =
        rewritten === undefined ? content : withPartTexts(content ?? null, asList(rewritten['texts']))
      reply = await send(sent)
      if (isFailure(reply)) return { failed: true }
      if (!pass.readsReplies) return { unread: true }
      const whole = await readReply(reply, maxBytes, cancellation)
      if (isFailure(whole)) {
        reply = whole
        return { failed: true }
      }
      read = whole
      return { texts: { texts: partTexts(whole.values) } }
    },
  )
  if ('refused' in passed) {
    discard(reply)
    return passed
  }
  if (reply === undefined) return failure('internal', 'The call of the agent got no response.')
  if (read === undefined || isFailure(reply) || passed.texts === undefined) return reply
  return { ...reply, body: read.write(withPartTexts(read.values, asList(passed.texts['texts']))) }
}

function discard(reply: AgentReply | Failure | undefined): void {
  if (reply !== undefined && !isFailure(reply) && !(reply.body instanceof Uint8Array)) reply.body.cancel()
}

interface ReadReply {
  readonly values: readonly Json[]
  readonly write: (values: Json) => Uint8Array
}

/** A body is one value, a stream as many as it has events. */
async function readReply(
  { body }: AgentReply,
  maxBytes: number,
  cancellation: Cancellation,
): Promise<ReadReply | Failure> {
  if (body instanceof Uint8Array) {
    const value = body.length === 0 ? null : parseExactly(new TextDecoder().decode(body))
    if (value === undefined) return UNREADABLE
    return {
      values: [value],
      write: values => (body.length === 0 ? body : encodeJson(asList(values)[0] ?? null)),
    }
  }
  const bytes = await wholeStream(body, maxBytes, cancellation)
  if (isFailure(bytes)) return bytes
  const events = readEvents(bytes)
  const values = events.map(({ data }) => parseExactly(data))
  if (!values.every(value => value !== undefined)) return UNREADABLE
  return {
    values,
    write: changed =>
      concatenate(
        events.map((event, index) =>
          encodeServerSentEvent({ ...event, data: JSON.stringify(asList(changed)[index] ?? null) }),
        ),
      ),
  }
}

const UNREADABLE = failure(
  'invalid_upstream_reply',
  'The reply of the agent is not JSON, so guardrails cannot read it.',
)

const wholeStream = (
  body: ByteStream,
  maxBytes: number,
  cancellation: Cancellation,
): Promise<Uint8Array | Failure> =>
  new Promise(resolve => {
    const unsubscribe = cancellation.onCancel(() => {
      body.cancel()
      resolve(CLIENT_LEFT)
    })
    readAll(body, maxBytes, read => {
      unsubscribe()
      resolve(read)
    })
  })

const CLIENT_LEFT = failure('timeout', 'The client has left.', { cause: 'timeout' })
