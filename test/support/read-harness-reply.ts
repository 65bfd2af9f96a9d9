// The reply of a gateway without sockets as values that tests compare, and the bytes of a request's body.
import type { CallResult } from '../../runtime/gateway/request.ts'
import { isStream } from '../../runtime/values/call.ts'
import type { CancellationSource } from '../../runtime/values/cancellation.ts'
import type { Headers } from '../../runtime/values/headers.ts'

export interface HarnessReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  readonly text: string
  readonly json: unknown
  /** The data of the events of a stream. */
  readonly events: readonly string[]
  readonly outcome: CallResult | undefined
}

const decoder = new TextDecoder()

/** Reads the whole reply; what broke is told at the end of the text. */
export async function readReply(
  reply: CallResult['reply'],
  outcome: CallResult | undefined,
  cancellation: CancellationSource,
): Promise<HarnessReply> {
  const { bytes, broken } = await readBody(reply.body, cancellation)
  const text = decoder.decode(bytes) + (broken === undefined ? '' : `<<${broken}>>`)
  const headers = entriesOf(reply.headers)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  const events = [...text.matchAll(/^data: ?(.*)$/gm)].map(match => match[1] ?? '')
  return { status: reply.status, headers, bytes, text, json, events, outcome }
}

const entriesOf = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1] ?? '']] : [],
    ),
  )

/** The bytes of a body that a test gives as an object, a text or bytes. */
export function bytesOf(method: string, body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return new TextEncoder().encode(
    typeof body === 'string' ? body : method === 'GET' ? '' : JSON.stringify(body),
  )
}

interface ReadBody {
  readonly bytes: Uint8Array
  /** Why the body did not come to its end. */
  readonly broken?: string
}

/** As the edge does: a client that leaves cancels what it reads. */
function readBody(body: CallResult['reply']['body'], cancellation: CancellationSource): Promise<ReadBody> {
  if (!isStream(body)) return Promise.resolve({ bytes: body })
  return new Promise(resolve => {
    const chunks: Uint8Array[] = []
    cancellation.onCancel(() => {
      body.cancel()
      resolve({ bytes: Buffer.concat(chunks), broken: 'the client left' })
    })
    body.start({
      chunk: bytes => void chunks.push(bytes),
      end: () => resolve({ bytes: Buffer.concat(chunks) }),
      fail: reason => resolve({ bytes: Buffer.concat(chunks), broken: reason.message }),
    })
  })
}
