// One recorded exchange with a provider: request, reply, and the facts that a script extracted. Read in place; the
// recordings are not part of the repository.
import { isRecorded, recordedBytes, recordedJson, recordedText } from '../runtime/providers/recordings.ts'

/** Facts that a script extracted from the recording, in native terms. */
export interface Observed {
  readonly text?: string
  readonly toolPlan?: string
  readonly reasoning?: string
  readonly refusal?: string
  readonly toolCalls?: readonly ObservedCall[]
  readonly finishReason?: string | number | null
  readonly blockReason?: string
  readonly usage?: Readonly<Record<string, unknown>> | null
  readonly errorMessage?: string
  readonly choices?: number
  readonly error?: unknown
  readonly results?: readonly { readonly index: number; readonly score: number }[]
  readonly dimensions?: number
  readonly base64Length?: number
  readonly vectors?: unknown
}

export interface ObservedCall {
  readonly id?: string | null
  readonly name: string
  readonly arguments?: unknown
  readonly argumentsRaw?: string
}

export interface Recording {
  readonly id: string
  readonly provider: string
  readonly route: string
  readonly dialect: string
  readonly kind: 'unary' | 'stream' | 'error'
  readonly status: number
  readonly method: string
  /** Undefined where the source project has none. */
  readonly url: URL | undefined
  readonly model: string | undefined
  /** Names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The request body, undefined where there was none or none was recorded. */
  readonly request: Uint8Array | undefined
  /** The reply, whole or a stream with its framing. */
  readonly body: Uint8Array
  /** Sizes of the network chunks, where they were recorded. */
  readonly chunkSizes: readonly number[] | undefined
  readonly observed: Observed
}

interface Entry extends Pick<Recording, 'id' | 'provider' | 'route' | 'dialect' | 'kind' | 'status'> {}

interface Meta {
  readonly method: string
  readonly url: string | null
  readonly model: string | null
  readonly framing: string
  readonly requestHeaders: Readonly<Record<string, string>> | null
  readonly responseHeaders: Readonly<Record<string, string>> | null
  readonly chunkSizes?: readonly number[]
}

/** Every recording of the index; none where the recordings are absent. */
export function readRecordings(): readonly Recording[] {
  if (!isRecorded('index.json')) return []
  return (recordedJson('index.json') as { readonly index: readonly Entry[] }).index.map(readRecording)
}

function readRecording({ id, provider, route, dialect, kind, status }: Entry): Recording {
  const meta = recordedJson(`${id}/meta.json`) as Meta
  const file = (...names: readonly string[]): string | undefined =>
    names.map(name => `${id}/${name}`).find(isRecorded)
  const requestFile = file('request.json', 'request.txt', 'request.bin')
  const replyFile = file('stream.bin', 'response.json', 'response.txt', 'response.bin')
  return {
    ...{ id, provider, route, dialect, kind, status },
    method: meta.method,
    url: parseUrl(meta.url),
    model: meta.model ?? undefined,
    requestHeaders: lowerCase(meta.requestHeaders),
    responseHeaders: lowerCase(meta.responseHeaders),
    request: requestFile === undefined ? undefined : asking(recordedBytes(requestFile), route, kind),
    body:
      replyFile === undefined
        ? withFraming(recordedText(`${id}/stream.txt`), meta.framing, dialect)
        : recordedBytes(replyFile),
    chunkSizes: meta.framing === 'sse-data-lines' ? undefined : meta.chunkSizes,
    observed: isRecorded(`${id}/observed.json`) ? (recordedJson(`${id}/observed.json`) as Observed) : {},
  }
}

/** One stream was recorded without the field that asks for it. */
function asking(request: Uint8Array, route: string, kind: Entry['kind']): Uint8Array {
  if (kind !== 'stream' || route !== 'completions') return request
  const body = JSON.parse(new TextDecoder().decode(request)) as object
  return 'stream' in body ? request : Buffer.from(JSON.stringify({ ...body, stream: true }))
}

const lowerCase = (headers: Meta['requestHeaders']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))

/** Some URLs were redacted in ways that make them invalid. */
const parseUrl = (url: string | null): URL | undefined => {
  const plain = url
    ?.replace('<GOOGLE_CLOUD_LOCATION>', 'global')
    .replace(/^<\w+>/, 'https://blackened.example/v1')
  return plain === undefined ? undefined : new URL(plain)
}

/** A stream with its framing: some projects recorded event payloads only, or another framing. */
function withFraming(text: string, framing: string, dialect: string): Uint8Array {
  const whole = framing === 'sse-data-lines' ? asEvents(text.split('\n').filter(Boolean), dialect) : undefined
  const listed =
    framing === 'json-array'
      ? (JSON.parse(text) as readonly unknown[]).map(each => JSON.stringify(each))
      : undefined
  return Buffer.from(whole ?? (listed === undefined ? text : asEvents(listed, dialect)))
}

function asEvents(lines: readonly string[], dialect: string): string {
  const events = lines.map(line => `data: ${line.replace(/^data: /, '')}\n\n`).join('')
  return dialect === 'openai-chat-completions' && !events.includes('[DONE]')
    ? `${events}data: [DONE]\n\n`
    : events
}
