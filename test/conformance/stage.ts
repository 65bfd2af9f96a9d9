// A gateway for replaying one recording: the recording is the provider, the suite is the client.

import type { Cutting } from '../runtime/providers/cuttings.ts'
import { type SceneReply, scene } from '../support/scene.ts'
import type { SentRequest, Step } from '../support/scripted-upstream.ts'
import type { Play } from './plays.ts'
import { TRUSTED } from './rows.ts'

export interface Exchange {
  readonly reply: SceneReply
  readonly sent: SentRequest
}

export interface Asking {
  /** Chunk boundaries of the provider's stream; whole by default. */
  readonly cut?: Cutting
  /** False adds fields beyond the OpenAI schema. */
  readonly strict?: boolean
}

export interface Stage {
  readonly play: Play
  readonly ask: (asking?: Asking) => Promise<Exchange>
}

export function stageFor(play: Play): Stage {
  const exchange = openStage(play)
  const known = new Map<boolean, Promise<Exchange>>()
  const ask: Stage['ask'] = (asking = {}) => {
    // A separate gateway, so that counters in ids are the same for each chunking.
    if (asking.cut !== undefined) return openStage(play)(asking)
    const { strict = true } = asking
    const told = known.get(strict) ?? exchange(asking)
    known.set(strict, told)
    return told
  }
  return { play, ask }
}

/** A gateway with the provider of a replay. */
function openStage(play: Play): (asking: Asking) => Promise<Exchange> {
  const script: Step[] = []
  const { call, upstream } = scene({
    manifest: { trusted_hosts: TRUSTED },
    configs: { played: play.config },
    environment: { KEY: 'played-key' },
    script,
  })
  return async ({ cut, strict = true }) => {
    script.push(stepFor(play, cut))
    const reply = await call({
      method: play.method,
      path: play.path,
      headers: {
        ...play.headers,
        'x-gateway-config': 'played',
        'x-gateway-strict-vendor-compliance': String(strict),
      },
      body: play.body ?? new Uint8Array(),
    })
    const sent = upstream.sent.at(-1)
    if (sent === undefined || upstream.sent.length !== script.length)
      throw new Error(`The provider was not called exactly once: ${reply.text.slice(0, 300)}`)
    return { reply, sent }
  }
}

/** Headers of the recorder's own connection, which are not replayed. */
const HOP = new Set(['connection', 'transfer-encoding', 'content-length', 'content-encoding', 'content-type'])

function stepFor({ recording }: Play, cut: Cutting = bytes => [bytes]): Step {
  const { body, kind, status, dialect } = recording
  const headers = Object.entries(recording.responseHeaders)
    .filter(([name]) => !HOP.has(name))
    .flat()
  const type = contentType(recording)
  if (kind !== 'stream') return { status, headers: ['content-type', type, ...headers], bytes: body }
  const framing = dialect.startsWith('bedrock')
    ? 'application/vnd.amazon.eventstream'
    : dialect.startsWith('ollama')
      ? 'application/x-ndjson'
      : 'text/event-stream'
  return { events: cut(body), headers: ['content-type', framing, ...headers] }
}

const contentType = ({ responseHeaders }: Play['recording']): string =>
  responseHeaders['content-type'] ?? 'application/json'
