// Encodes AWS event stream frames for tests, with the platform's CRC-32, so that the gateway's is checked against
// another implementation.
import { crc32 } from 'node:zlib'

/** A string header, or one of another type, with the bytes of its value. */
export type FrameHeader =
  | readonly [name: string, text: string]
  | readonly [name: string, type: number, value: readonly number[]]

export function frameBytes(headers: readonly FrameHeader[], payload: string | Uint8Array): Uint8Array {
  const headerBytes = Buffer.concat(headers.map(headerOf))
  const body = Buffer.from(payload)
  const frame = Buffer.alloc(12 + headerBytes.length + body.length + 4)
  frame.writeUInt32BE(frame.length, 0)
  frame.writeUInt32BE(headerBytes.length, 4)
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8)
  headerBytes.copy(frame, 12)
  body.copy(frame, 12 + headerBytes.length)
  frame.writeUInt32BE(crc32(frame.subarray(0, -4)), frame.length - 4)
  return frame
}

/** An event's frame as Bedrock sends it. */
export const eventFrame = (event: string, payload: unknown): Uint8Array =>
  frameBytes(
    [
      [':event-type', event],
      [':content-type', 'application/json'],
      [':message-type', 'event'],
    ],
    JSON.stringify(payload),
  )

/** The frame of an error within a stream. */
export const exceptionFrame = (type: string, payload: unknown): Uint8Array =>
  frameBytes(
    [
      [':exception-type', type],
      [':content-type', 'application/json'],
      [':message-type', 'exception'],
    ],
    JSON.stringify(payload),
  )

function headerOf([name, second, value]: FrameHeader): Uint8Array {
  const start = Buffer.concat([Buffer.of(Buffer.byteLength(name)), Buffer.from(name)])
  if (typeof second === 'number') return Buffer.concat([start, Buffer.of(second), Buffer.from(value ?? [])])
  const text = Buffer.from(second)
  return Buffer.concat([start, Buffer.of(7, text.length >> 8, text.length & 0xff), text])
}
