// The recordings of a route as cases: request, reply, and the facts that a script extracted from it.
import { isRecorded, recordedBytes, recordedFolders, recordedJson, recordedText } from './recordings.ts'
import type { WireCase } from './wire-case.ts'

export interface RecordedCall<Seen = Readonly<Record<string, unknown>>> extends WireCase<Seen> {
  readonly dialect: string
  readonly model: string | null
  readonly url: string | null
  readonly request: unknown
}

interface Meta {
  readonly status: number
  readonly dialect: string
  readonly framing: string
  readonly model: string | null
  readonly url: string | null
  readonly responseHeaders?: Readonly<Record<string, string>>
}

/** Encodes recorded payloads as the provider sends them. */
type Framed = (payloads: readonly string[]) => Uint8Array

const asEvents: Framed = payloads => Buffer.from(payloads.map(payload => `data: ${payload}\n\n`).join(''))

/** The cases of a folder of recordings, `cohere/chat`; none where the recordings are absent. */
export const recordedCalls = <Seen = Readonly<Record<string, unknown>>>(
  route: string,
  framed: Framed = asEvents,
): readonly RecordedCall<Seen>[] =>
  recordedFolders(route).map(name => recordedCall<Seen>(`${route}/${name}`, framed))

function recordedCall<Seen>(name: string, framed: Framed): RecordedCall<Seen> {
  const { framing, responseHeaders = {}, ...meta } = recordedJson(`${name}/meta.json`) as Meta
  const { status, dialect, model, url } = meta
  const head = {
    ...{ name, status, dialect, model, url },
    headers: Object.entries(responseHeaders).flat(),
    request: isRecorded(`${name}/request.json`) ? recordedJson(`${name}/request.json`) : undefined,
    observed: recordedJson(`${name}/observed.json`) as Seen,
  }
  const stream = streamOf(name, framing, framed)
  return stream === undefined ? { ...head, body: recordedJson(`${name}/response.json`) } : { ...head, stream }
}

function streamOf(name: string, framing: string, framed: Framed): Uint8Array | undefined {
  if (isRecorded(`${name}/stream.bin`)) return recordedBytes(`${name}/stream.bin`)
  const path = `${name}/stream.txt`
  if (!isRecorded(path)) return undefined
  if (framing === 'json-array')
    return framed((JSON.parse(recordedText(path)) as readonly unknown[]).map(each => JSON.stringify(each)))
  if (framing !== 'sse-data-lines') return recordedBytes(path)
  const lines = recordedText(path).split('\n').filter(Boolean)
  return framed(lines.map(line => line.replace(/^data: /, '')))
}
