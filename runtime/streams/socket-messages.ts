// Reads the messages of a WebSocket that passes through the gateway, without changing a byte: frames of the provider, which are not masked
// (RFC 6455, section 5). Only where a message ends can another one follow, so ends are reported. Compression is not negotiated.
import { concatenate } from '../values/byte-stream.ts'

export interface MessageReader {
  /** Takes the next bytes; returns the offset after the last message that ends in them, -1 without one. */
  readonly feed: (bytes: Uint8Array) => number
  /** Whether the bytes so far end with a message. */
  readonly isBetween: () => boolean
}

const CONTINUATION = 0
const TEXT = 1
const BINARY = 2
/** Frames between messages that the peer answers (RFC 6455, section 5.5). */
export const CLOSE = 8
export const PING = 9
const PONG = 10
const FIN = 0x80
const OPCODE = 0x0f
const MASKED = 0x80
const LENGTH = 0x7f
/** Bytes of a mask. */
const MASK = 4
const NOTHING = new Uint8Array(0)

/** What the end of a connection has to know besides its messages. */
export interface ControlListener {
  readonly onControl: (opcode: number, payload: Uint8Array) => void
  /** A message has more bytes than the limit. */
  readonly onTooLong: () => void
}

/** `onMessage` gets each message of at most `limit` bytes, text or binary. */
export function readMessages(
  onMessage: (message: Uint8Array) => void,
  limit: number,
  listener?: ControlListener,
): MessageReader {
  /** The header of a frame as far as it has arrived. */
  let head: Uint8Array = NOTHING
  /** Bytes of the frame that are missing; undefined between two frames. */
  let missing: number | undefined
  let isContent = false
  let opcode = 0
  let control: Uint8Array[] = []
  let isLast = false
  /** Whether a message has begun of which another frame follows. */
  let isOpen = false
  let pieces: Uint8Array[] = []
  let length = 0

  const take = (bytes: Uint8Array): void => {
    length += bytes.length
    if (length <= limit) pieces.push(bytes)
    else {
      pieces = []
      listener?.onTooLong()
    }
  }
  const endFrame = (): void => {
    missing = undefined
    if (!isContent) {
      const payload = concatenate(control)
      control = []
      return listener?.onControl(opcode, payload)
    }
    isOpen = !isLast
    if (isOpen) return
    const [first = NOTHING] = pieces
    if (length <= limit) onMessage(pieces.length === 1 ? first : concatenate(pieces))
    pieces = []
    length = 0
  }
  const begin = (header: FrameHeader): void => {
    missing = header.length
    opcode = header.opcode
    isContent = header.opcode === TEXT || header.opcode === BINARY || header.opcode === CONTINUATION
    // The peer would have to be waited for, and its bytes held.
    if (!isContent && header.length > MAX_CONTROL) listener?.onTooLong()
    isLast = header.isLast
    if (isContent) isOpen = true
  }
  return {
    feed: bytes => {
      let at = 0
      let end = -1
      for (;;) {
        if (missing === undefined) {
          const held = head.length
          const known = held === 0 ? bytes.subarray(at) : concatenate([head, bytes.subarray(at)])
          const header = headerOf(known)
          if (header === undefined) {
            head = known.slice()
            return end
          }
          head = NOTHING
          at += header.size - held
          begin(header)
        }
        const part = bytes.subarray(at, at + (missing ?? 0))
        if (isContent && part.length > 0) take(part)
        else if (listener !== undefined && part.length > 0) control.push(part)
        at += part.length
        missing = (missing ?? 0) - part.length
        if (missing > 0) return end
        endFrame()
        if (!isOpen) end = at
        if (at >= bytes.length) return end
      }
    },
    isBetween: () => missing === undefined && head.length === 0 && !isOpen,
  }
}

interface FrameHeader {
  readonly opcode: number
  readonly isLast: boolean
  readonly isMasked: boolean
  readonly size: number
  readonly length: number
}

/** Undefined where more of it must arrive. */
function headerOf(bytes: Uint8Array): FrameHeader | undefined {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return undefined
  const short = second & LENGTH
  const extended = short === 126 ? 2 : short === 127 ? 8 : 0
  const isMasked = (second & MASKED) !== 0
  const size = 2 + extended + (isMasked ? MASK : 0)
  if (bytes.length < size) return undefined
  let length = extended === 0 ? short : 0
  for (let index = 2; index < 2 + extended; index += 1) length = length * 256 + (bytes[index] ?? 0)
  return { opcode: first & OPCODE, isLast: (first & FIN) !== 0, isMasked, size, length }
}

/** The first message of a client, and the bytes that follow it. */
export interface FirstMessage {
  readonly message: Uint8Array
  readonly following: Uint8Array
}

/** Why there is none: the code and the reason with which the connection is closed. */
export interface NoMessage {
  readonly code: number
  readonly reason: string
}

/** The longest header of a frame. */
const MAX_HEAD = 14
const MAX_CONTROL = 125
/** Frames of one message: those of small ones take more memory than their bytes. */
const MAX_FRAMES = 16_384
const CLOSED: NoMessage = { code: 1000, reason: '' }
const MALFORMED: NoMessage = { code: 1002, reason: 'A frame is not valid (RFC 6455, section 5).' }
const TOO_LARGE: NoMessage = { code: 1009, reason: 'The first message is too large.' }

/** Takes the next bytes of a client until they end its first message of at most `limit` bytes. Each byte is read once. */
export function readFirstMessage(limit: number): (bytes: Uint8Array) => FirstMessage | NoMessage | undefined {
  const pieces: Uint8Array[] = []
  let head: Uint8Array = NOTHING
  let frame: FrameHeader | undefined
  let mask: Uint8Array = NOTHING
  let read = 0
  let length = 0
  let frames = 0

  /** Why a frame may not follow those before it. */
  const faultOf = ({ opcode, isLast, isMasked, length: more }: FrameHeader): NoMessage | undefined => {
    if (!isMasked) return MALFORMED
    if (opcode > BINARY) return opcode < CLOSE || more > MAX_CONTROL || !isLast ? MALFORMED : undefined
    if ((opcode === CONTINUATION) !== frames > 0) return MALFORMED
    frames += 1
    return length + more > limit || frames > MAX_FRAMES ? TOO_LARGE : undefined
  }
  return bytes => {
    for (let at = 0; ; ) {
      if (frame === undefined) {
        const known = concatenate([head, bytes.subarray(at, at + MAX_HEAD)])
        frame = headerOf(known)
        if (frame === undefined) {
          head = known
          return undefined
        }
        const fault = faultOf(frame)
        if (fault !== undefined) return fault
        at += frame.size - head.length
        mask = known.subarray(frame.size - MASK, frame.size)
        head = NOTHING
        read = 0
      }
      const part = new Uint8Array(bytes.subarray(at, at + frame.length - read))
      at += part.length
      if (frame.opcode <= BINARY && part.length > 0) {
        for (let index = 0; index < part.length; index += 1)
          part[index] = (part[index] ?? 0) ^ (mask[(read + index) & 3] ?? 0)
        pieces.push(part)
        length += part.length
      }
      read += part.length
      if (read < frame.length) return undefined
      if (frame.opcode === CLOSE) return CLOSED
      if (frame.opcode <= BINARY && frame.isLast)
        return { message: concatenate(pieces), following: bytes.subarray(at) }
      frame = undefined
      if (at >= bytes.length) return undefined
    }
  }
}

/** The frame of a message of a client, which is masked by these four bytes. */
export const clientFrame = (text: Uint8Array, mask: Uint8Array): Uint8Array => maskedFrame(TEXT, text, mask)

/** The frame with which a client answers that it is there. */
export const pongFrame = (payload: Uint8Array, mask: Uint8Array): Uint8Array =>
  maskedFrame(PONG, payload, mask)

/** The frame with which a client closes a connection. */
export const clientCloseFrame = (code: number, mask: Uint8Array): Uint8Array =>
  maskedFrame(CLOSE, new Uint8Array([code >> 8, code & 0xff]), mask)

function maskedFrame(opcode: number, payload: Uint8Array, mask: Uint8Array): Uint8Array {
  const bytes = frame(opcode, payload)
  const size = headSize(payload.length)
  const masked = new Uint8Array(bytes.length + 4)
  masked.set(bytes.subarray(0, size))
  masked.set(mask, size)
  masked[1] = (bytes[1] ?? 0) | MASKED
  for (let index = 0; index < payload.length; index += 1)
    masked[size + 4 + index] = (payload[index] ?? 0) ^ (mask[index & 3] ?? 0)
  return masked
}

const headSize = (length: number): number => (length < 126 ? 2 : length <= MAX_SHORT ? 4 : 10)
/** The longest payload whose length takes two bytes. */
const MAX_SHORT = 65_535

/** A frame of a server. */
function frame(opcode: number, payload: Uint8Array): Uint8Array {
  const { length } = payload
  const short = [(length >> 8) & 0xff, length & 0xff]
  const long = [0, 0, 0, 0, (length >>> 24) & 0xff, (length >> 16) & 0xff, ...short]
  const size = length < 126 ? [length] : length <= MAX_SHORT ? [126, ...short] : [127, ...long]
  const head = [FIN | opcode, ...size]
  return concatenate([new Uint8Array(head), payload])
}

const encoder = new TextEncoder()
/** Bytes of a reason (RFC 6455, section 5.5). */
const MAX_REASON = 123

/** The frame of a message of a server. */
export const textFrame = (text: string): Uint8Array => frame(TEXT, encoder.encode(text))

/** The frame with which a server closes a connection. */
export const closeFrame = (code: number, reason: string): Uint8Array =>
  frame(
    CLOSE,
    concatenate([new Uint8Array([code >> 8, code & 0xff]), encoder.encode(reason).subarray(0, MAX_REASON)]),
  )
