// A body that is read in portions. After one was read, the body is paused until the turn of the event loop ends, so
// that a burst of a million small events does not block all other requests. Of a thousand streams each proceeds in
// every turn, since otherwise they would accumulate in memory. Bodies that arrive more slowly pass unchanged, at the
// cost of one comparison per chunk.
import { type ByteSink, type ByteStream, failReader } from '../values/byte-stream.ts'
import type { Failure } from '../values/failures.ts'
import type { Ports, Upstream } from '../values/ports.ts'

export type TurnPorts = Pick<Ports, 'turn' | 'endOfTurn'>

/** At most three times `portion` bytes reach the reader in one turn: twice as it arrives, and once at its end. */
export const inPortions = (body: ByteStream, portion: number, ports: TurnPorts): ByteStream =>
  new PortionedBody(body, portion, ports)

/** Bytes of the events of a server or an agent that are read before others are served. */
const OF_EVENTS = 64 * 1024

/** Sends requests to servers and agents, whose replies arrive in portions. */
export const upstreamInPortions =
  (ports: TurnPorts & Pick<Ports, 'upstream'>): Upstream =>
  (request, receiver) =>
    ports.upstream(request, {
      ...receiver,
      reply: reply => receiver.reply({ ...reply, body: inPortions(reply.body, OF_EVENTS, ports) }),
    })

class PortionedBody implements ByteStream, ByteSink {
  readonly #body: ByteStream
  readonly #portion: number
  readonly #ports: TurnPorts
  #sink: ByteSink | undefined
  /** The turn in which `#taken` was last reset, and the bytes since then; infinite while bytes are held. */
  #turn = -1
  #taken = 0
  /**
   * The remainder of a large chunk, and what arrived after it, until the turn ends; undefined if the turn has not
   * had its portion.
   */
  #held: Uint8Array[] | undefined
  #isBodyPaused = false
  #ending: 'end' | Failure | undefined
  #awaitsTurn = false
  #isPaused = false
  #isOver = false

  constructor(body: ByteStream, portion: number, ports: TurnPorts) {
    this.#body = body
    this.#portion = portion
    this.#ports = ports
  }

  start(sink: ByteSink): void {
    this.#sink = sink
    this.#body.start(this)
  }

  pause(): void {
    this.#isPaused = true
    this.#throttle()
  }

  resume(): void {
    this.#isPaused = false
    if (this.#isHolding()) this.#awaitTurn()
    this.#throttle()
  }

  cancel(): void {
    this.#isOver = true
    this.#held = undefined
    this.#body.cancel()
  }

  chunk(bytes: Uint8Array): void {
    this.#taken += bytes.length
    if (this.#taken <= this.#portion) this.#sink?.chunk(bytes)
    else this.#exceed(bytes)
  }

  end(): void {
    if (this.#isHolding()) this.#ending = 'end'
    else this.#sink?.end()
  }

  fail(reason: Failure): void {
    if (this.#isHolding()) this.#ending = reason
    else this.#sink?.fail(reason)
  }

  #isHolding(): boolean {
    if (this.#held?.length === 0) this.#held = undefined
    return this.#held !== undefined
  }

  #exceed(bytes: Uint8Array): void {
    if (this.#isOver) return
    if (this.#held !== undefined) return void this.#held.push(bytes)
    const turn = this.#ports.turn()
    if (turn !== this.#turn) {
      this.#turn = turn
      this.#taken = bytes.length
      // Paused before the portion is exceeded: what arrives beyond it is held.
      if (bytes.length < (3 * this.#portion) / 4) return this.#sink?.chunk(bytes)
    }
    const room = this.#portion - (this.#taken - bytes.length)
    const rest = bytes.subarray(room)
    // A copy of a short one does not retain the chunk.
    this.#held = rest.length === 0 ? [] : [rest.length < this.#portion ? new Uint8Array(rest) : rest]
    this.#taken = Number.POSITIVE_INFINITY
    this.#throttle()
    this.#awaitTurn()
    if (room > 0) this.#sink?.chunk(bytes.subarray(0, room))
  }

  #throttle(): void {
    const pauses = this.#isPaused || this.#held !== undefined
    if (pauses === this.#isBodyPaused) return
    this.#isBodyPaused = pauses
    if (pauses) this.#body.pause()
    else this.#body.resume()
  }

  #awaitTurn(): void {
    if (this.#awaitsTurn) return
    this.#awaitsTurn = true
    this.#ports.endOfTurn(() => {
      this.#awaitsTurn = false
      try {
        this.#proceed()
      } catch {
        // No caller is left that could contain a bug of the reader.
        this.cancel()
        failReader(this.#sink)
      }
    })
  }

  /** Passes on the next portion of the held bytes. */
  #proceed(): void {
    const held = this.#held
    if (held === undefined || this.#isOver || this.#isPaused) return
    let left = this.#portion
    let passed = 0
    // Removed together: a shift of each of many short ones would move all others.
    for (let next = held[0]; next !== undefined && left > 0 && !this.#isOver; next = held[passed]) {
      const part = next.subarray(0, left)
      if (part.length < next.length) held[passed] = next.subarray(part.length)
      else passed += 1
      left -= part.length
      this.#sink?.chunk(part)
    }
    held.splice(0, passed)
    if (this.#isOver) return
    if (held.length > 0) {
      if (!this.#isPaused) this.#awaitTurn()
    } else {
      this.#held = undefined
      this.#turn = this.#ports.turn()
      this.#taken = this.#portion - left
      if (this.#ending === 'end') return this.#sink?.end()
      if (this.#ending !== undefined) return this.#sink?.fail(this.#ending)
    }
    this.#throttle()
  }
}
