// Names the model in a reply as the client wrote it. Agents compare it with the model that they requested, and drop their own thinking
// from the conversation if it differs. All other bytes stay as they are.
import { createLineBuffer } from '../../streams/line-buffer.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { QUOTE, scanFields } from '../../values/body/scan-json-fields.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { type ByteStream, concatenate } from '../../values/byte-stream.ts'
import type { Reply } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { isEventStream, isJson } from '../../values/headers.ts'

/** Where events have the model, by their format. */
const PATHS = {
  chunks: ['model'],
  responses: ['response', 'model'],
  messages: ['message', 'model'],
  media: undefined,
} as const

/** `name`: the model as the client wrote it. */
export function withReplyModel(reply: Reply, name: string, endpoint: Endpoint): Reply {
  const { headers, body } = reply
  const model = encodeJson(name)
  if (!isEventStream(headers)) {
    const isWhole = body instanceof Uint8Array && isJson(headers)
    return isWhole ? { ...reply, body: replaceAt(body, WHOLE, model) ?? body } : reply
  }
  const { streamFormat } = endpointFacts[endpoint]
  const path = streamFormat && PATHS[streamFormat]
  if (path === undefined) return reply
  const lines = renameLines(path, model, streamFormat === 'messages')
  if (body instanceof Uint8Array) return { ...reply, body: lines.rename(body) }
  return { ...reply, body: renameStream(body, lines) }
}

const WHOLE: readonly string[] = PATHS.chunks

interface RenamedLines {
  /** Renames the model in whole lines. */
  readonly rename: (bytes: Uint8Array) => Uint8Array
  /** Whether no line that follows has a model. */
  readonly isDone: () => boolean
}

/** `once`: only the first of the events names the model. */
function renameLines(path: readonly string[], model: Uint8Array, once: boolean): RenamedLines {
  let done = false
  return {
    isDone: () => done,
    rename: bytes => {
      const pieces: Uint8Array[] = []
      let copied = 0
      for (let at = 0; at < bytes.length && !done; ) {
        const feed = bytes.indexOf(LINE_FEED, at)
        const end = feed < 0 ? bytes.length : feed
        const isEvent = DATA.every((byte, index) => bytes[at + index] === byte)
        const renamed = isEvent ? replaceAt(bytes.subarray(at + DATA.length, end), path, model) : undefined
        if (renamed !== undefined) {
          pieces.push(bytes.subarray(copied, at + DATA.length), renamed)
          copied = end
          done = once
        }
        at = end + 1
      }
      return copied === 0 ? bytes : concatenate([...pieces, bytes.subarray(copied)])
    },
  }
}

const LINE_FEED = 0x0a
const DATA = new TextEncoder().encode('data:')

const renameStream = (body: ByteStream, { rename, isDone }: RenamedLines): ByteStream => ({
  start: sink => {
    const lines = createLineBuffer(bytes => sink.chunk(rename(bytes)))
    body.start({
      chunk: bytes => {
        if (!isDone()) return lines.feed(bytes)
        lines.flush()
        sink.chunk(bytes)
      },
      end: () => {
        lines.flush()
        sink.end()
      },
      fail: reason => {
        lines.flush()
        sink.fail(reason)
      },
    })
  },
  // Methods of a class are not copied with its fields.
  pause: () => body.pause(),
  resume: () => body.resume(),
  cancel: () => body.cancel(),
})

/** The object in the bytes with another value at a path that it has; undefined where it has none. */
function replaceAt(bytes: Uint8Array, path: readonly string[], value: Uint8Array): Uint8Array | undefined {
  let start = 0
  let end = bytes.length
  for (const name of path) {
    const fields = scanFields(bytes.subarray(start, end))
    const index = fields?.names.indexOf(name) ?? -1
    if (fields === undefined || index < 0) return undefined
    end = start + (fields.spans[2 * index + 1] ?? 0)
    start += fields.spans[2 * index] ?? 0
  }
  if (bytes[start] !== QUOTE) return undefined
  return concatenate([bytes.subarray(0, start), value, bytes.subarray(end)])
}
