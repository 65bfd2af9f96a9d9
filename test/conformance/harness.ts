// A gateway for replaying one recording: the recording is the provider, the suite is the client.

import type { Chunking } from '../runtime/providers/chunk-boundaries.ts'
import { createHarness } from '../support/harness.ts'
import type { HarnessReply } from '../support/read-harness-reply.ts'
import type { SentRequest, Step } from '../support/scripted-upstream.ts'
import { TRUSTED } from './provider-configs.ts'
import type { Replay } from './replays.ts'

export interface Exchange {
  readonly reply: HarnessReply
  readonly sent: SentRequest
}

export interface ReplayOptions {
  /** Chunk boundaries of the provider's stream; whole by default. */
  readonly chunking?: Chunking
  /** False adds fields beyond the OpenAI schema. */
  readonly strict?: boolean
}

export interface ReplayHarness {
  readonly replay: Replay
  readonly send: (options?: ReplayOptions) => Promise<Exchange>
}

export function harnessFor(replay: Replay): ReplayHarness {
  const exchange = openGateway(replay)
  const known = new Map<boolean, Promise<Exchange>>()
  const send: ReplayHarness['send'] = (options = {}) => {
    // A separate gateway, so that counters in ids are the same for each chunking.
    if (options.chunking !== undefined) return openGateway(replay)(options)
    const { strict = true } = options
    const reply = known.get(strict) ?? exchange(options)
    known.set(strict, reply)
    return reply
  }
  return { replay, send }
}

/** A gateway with the provider of a replay. */
function openGateway(replay: Replay): (options: ReplayOptions) => Promise<Exchange> {
  const script: Step[] = []
  const { call, upstream } = createHarness({
    // Recordings have the model as it was served.
    manifest: { trusted_hosts: TRUSTED, reply_model: 'served' },
    configs: { played: replay.config },
    environment: { KEY: 'played-key' },
    script,
  })
  return async ({ chunking, strict = true }) => {
    script.push(stepFor(replay, chunking))
    const reply = await call({
      method: replay.method,
      path: replay.path,
      headers: {
        ...replay.headers,
        'x-gateway-config': 'played',
        // Written out, true would also remove foreign fields of providers that speak the vendor's schema.
        ...(strict ? {} : { 'x-gateway-strict-vendor-compliance': 'false' }),
      },
      body: replay.body ?? new Uint8Array(),
    })
    const sent = upstream.sent.at(-1)
    if (sent === undefined || upstream.sent.length !== script.length)
      throw new Error(`The provider was not called exactly once: ${reply.text.slice(0, 300)}`)
    return { reply, sent }
  }
}

/** Headers of the recorder's own connection, which are not replayed. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'content-type',
])

function stepFor({ recording }: Replay, chunking: Chunking = bytes => [bytes]): Step {
  const { body, kind, status, dialect } = recording
  const headers = Object.entries(recording.responseHeaders)
    .filter(([name]) => !CONNECTION_HEADERS.has(name))
    .flat()
  const type = contentType(recording)
  if (kind !== 'stream') return { status, headers: ['content-type', type, ...headers], bytes: body }
  const framing = dialect.startsWith('bedrock')
    ? 'application/vnd.amazon.eventstream'
    : dialect.startsWith('ollama')
      ? 'application/x-ndjson'
      : 'text/event-stream'
  return { events: chunking(body), headers: ['content-type', framing, ...headers] }
}

const contentType = ({ responseHeaders }: Replay['recording']): string =>
  responseHeaders['content-type'] ?? 'application/json'
