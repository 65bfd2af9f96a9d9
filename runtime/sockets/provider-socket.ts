// A connection to a provider that serves the Responses API over WebSocket: one request at a time, whose events are messages. It knows which
// conversation the provider remembers of it, by a digest, so that no copy of it is held. Source:
// https://developers.openai.com/api/docs/guides/websocket-mode (read 2026-11-29).
import {
  CLOSE,
  clientCloseFrame,
  clientFrame,
  PING,
  pongFrame,
  readMessages,
} from '../streams/socket-messages.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import type { Clock, Ports, Tunnel } from '../values/ports.ts'

/** Gets what arrives for one request. */
export interface MessageReceiver {
  readonly message: (message: Uint8Array) => void
  /** No more arrives: the connection is closed. */
  readonly broken: () => void
}

/** The response that the provider remembers of the connection: the last one, with all that came before. */
export interface RememberedResponse {
  readonly id: string
  /** Bytes of the elements of its input and output, and their digest. */
  readonly length: number
  readonly digest: string
}

/** Bytes of one event, as of one of a stream over HTTP. */
const MAX_MESSAGE = 32 * 1024 * 1024
/** Milliseconds after which a connection without requests is closed. */
const IDLE = 5 * 60_000
/** Milliseconds of the vendor's 60 minutes after which no request is sent, so that its response ends within them. */
const LIFETIME = 55 * 60_000
const NORMAL = 1000

export class ProviderSocket {
  /** What the provider knows; undefined after a request that failed, which it forgets with what it continued. */
  remembered: RememberedResponse | undefined
  readonly #tunnel: Tunnel
  readonly #clock: Clock
  readonly #random: Ports['random']
  readonly #lease: MemoryLease
  readonly #opened: number
  readonly #onClosed: () => void
  #receiver: MessageReceiver | undefined
  #isOpen = true
  #held = 0
  #stopIdle = (): void => {}

  constructor(
    tunnel: Tunnel,
    { clock, random }: Pick<Ports, 'clock' | 'random'>,
    lease: MemoryLease,
    onClosed: () => void,
  ) {
    this.#tunnel = tunnel
    this.#clock = clock
    this.#random = random
    this.#lease = lease
    this.#opened = clock.monotonic()
    this.#onClosed = onClosed
    const reader = readMessages(message => this.#receiver?.message(message), MAX_MESSAGE, {
      onControl: (opcode, payload) => this.#onControl(opcode, payload),
      onTooLong: () => this.close(),
    })
    tunnel.incoming.start({
      chunk: bytes => {
        reader.feed(bytes)
        if (!this.#isOpen) return
        if (reader.isBetween()) this.#release()
        else this.#hold(bytes.length)
      },
      end: () => this.#end(),
      fail: () => this.#end(),
    })
  }

  /** Whether a request may be sent. */
  isFree(): boolean {
    return this.#isOpen && this.#receiver === undefined
  }

  isOld(): boolean {
    return this.#clock.monotonic() - this.#opened >= LIFETIME
  }

  /** From now on it serves one request. */
  begin(receiver: MessageReceiver): void {
    this.#stopIdle()
    this.#receiver = receiver
  }

  send(text: Uint8Array): void {
    if (!this.#isOpen) return
    this.#hold(text.length)
    this.#tunnel.write(clientFrame(text, this.#mask()))
  }

  /** The response has ended. */
  finish(): void {
    this.#receiver = undefined
    if (!this.#isOpen) return
    this.#tunnel.incoming.resume()
    this.#stopIdle = this.#clock.after(IDLE, () => this.close())
  }

  pause(): void {
    if (this.#isOpen) this.#tunnel.incoming.pause()
  }

  resume(): void {
    if (this.#isOpen) this.#tunnel.incoming.resume()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#tunnel.write(clientCloseFrame(NORMAL, this.#mask()))
    this.#tunnel.incoming.cancel()
    this.#end()
  }

  #onControl(opcode: number, payload: Uint8Array): void {
    if (opcode === CLOSE) this.close()
    else if (opcode === PING && this.#isOpen) this.#tunnel.write(pongFrame(payload, this.#mask()))
  }

  #end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#stopIdle()
    this.#release()
    this.#onClosed()
    const receiver = this.#receiver
    this.#receiver = undefined
    receiver?.broken()
  }

  /** Bytes of a message that has not been sent, or has not arrived, as a whole. */
  #hold(bytes: number): void {
    this.#held += bytes
    this.#lease.hold(bytes)
  }

  #release(): void {
    this.#lease.give(this.#held)
    this.#held = 0
  }

  #mask(): Uint8Array {
    return new Uint8Array(4).map(() => Math.floor(this.#random() * 256))
  }
}
