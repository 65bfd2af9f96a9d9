// The recordings of the dialect as cases: what was sent to which address, what came back, and what a script read out of
// it.
import { cuttings } from '../cuttings.ts'
import { isRecorded, recordedBytes, recordedFolders, recordedJson, recordedText } from '../recordings.ts'
import { asStream, type Observed, type WireCase } from './own-cases.ts'

export interface RecordedCase extends WireCase {
  readonly url: string | null
  readonly folder: string
}

interface Meta {
  readonly status: number
  readonly framing: string
  readonly model: string | null
  readonly url: string | null
}

/** The cases of a folder of recordings, `google-gemini/generate-content`; none where the recordings are absent. */
export const recordedCases = (route: string): readonly RecordedCase[] =>
  (isRecorded(route) ? recordedFolders(route) : []).map(name => recordedCase(`${route}/${name}`))

function recordedCase(folder: string): RecordedCase {
  const { status, framing, model, url } = recordedJson(`${folder}/meta.json`) as Meta
  const observed = isRecorded(`${folder}/observed.json`)
    ? (recordedJson(`${folder}/observed.json`) as Observed)
    : {}
  const head = { name: folder, folder, status, url, observed, ...(model === null ? {} : { model }) }
  return isRecorded(`${folder}/stream.txt`)
    ? { ...head, stream: streamOf(folder, framing) }
    : { ...head, body: recordedJson(`${folder}/response.json`) }
}

/** Streams that were recorded as what is in them are written as the dialect writes events. */
function streamOf(folder: string, framing: string): Uint8Array {
  if (framing === 'sse') return recordedBytes(`${folder}/stream.txt`)
  const text = recordedText(`${folder}/stream.txt`)
  if (framing === 'json-array') return asStream(JSON.parse(text) as readonly unknown[])
  return asStream(
    text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line)),
  )
}

/** The replies and streams of a dialect in the cross-recordings. */
export function crossCases(name: string, dialect: string): readonly WireCase[] {
  const at = `cross/${name}/${dialect}`
  const { observed = {} } = recordedJson(`${at}/meta.json`) as { observed?: Record<string, Observed> }
  return Object.entries(observed).map(([file, read]): WireCase => {
    const content = recordedJson(`${at}/${file}.json`)
    const title = `${at}/${file}`
    return Array.isArray(content)
      ? { name: title, status: 200, stream: asStream(content), observed: read }
      : { name: title, status: 200, body: content, observed: read }
  })
}

export const allCuttings = Object.entries(cuttings)
