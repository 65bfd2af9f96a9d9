// A body that is read in portions. What arrives beyond one in the same turn of the event loop waits for its end, so that a burst of a
// million small events does not hold up all other requests; of a thousand streams each goes on in every turn, or they would pile up in
// memory. Bodies that arrive slower pass as they are: they cost one comparison a chunk.
import type { ByteSink, ByteStream } from '../values/byte-stream.ts'
import type { Failure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'

export type TurnPorts = Pick<Ports, 'turn' | 'endOfTurn'>

/** Portions that are held of a body before it is paused. */
const MOST_HELD = 4

/** At most three times `portion` bytes reach the reader in one turn: twice as it arrives, and once at its end. */
export const inPortions = (body: ByteStream, portion: number, ports: TurnPorts): ByteStream =>
  new PortionedBody(body, portion, ports)

class PortionedBody implements ByteStream, ByteSink {
  readonly #body: ByteStream
  readonly #portion: number
  readonly #ports: TurnPorts
  #sink: ByteSink | undefined
  /** The turn in which `#taken` was last begun to be counted, and the bytes since then; endless while some are held. */
  #turn = -1
  #taken = 0
  /** What waits for a turn; undefined where nothing does. */
  #held: Uint8Array[] | undefined
  #heldBytes = 0
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
    this.#throttle()
    if (this.#held !== undefined) this.#awaitTurn()
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
    if (this.#held === undefined) this.#sink?.end()
    else this.#ending = 'end'
  }

  fail(reason: Failure): void {
    if (this.#held === undefined) this.#sink?.fail(reason)
    else this.#ending = reason
  }

  #exceed(bytes: Uint8Array): void {
    if (this.#isOver) return
    if (this.#held !== undefined) {
      this.#held.push(bytes)
      this.#heldBytes += bytes.length
      return this.#throttle()
    }
    let room = this.#portion - (this.#taken - bytes.length)
    const turn = this.#ports.turn()
    if (turn !== this.#turn) {
      this.#turn = turn
      this.#taken = bytes.length
      if (bytes.length <= this.#portion) return this.#sink?.chunk(bytes)
      room = this.#portion
    }
    this.#held = [bytes.subarray(room)]
    this.#heldBytes = bytes.length - room
    this.#taken = Number.POSITIVE_INFINITY
    this.#throttle()
    this.#awaitTurn()
    if (room > 0) this.#sink?.chunk(bytes.subarray(0, room))
  }

  /** To pause a connection and read on costs more than to hold a little. */
  #throttle(): void {
    const most = this.#isBodyPaused ? this.#portion : MOST_HELD * this.#portion
    const pauses = this.#isPaused || this.#heldBytes > most
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
      this.#proceed()
    })
  }

  /** Passes the next portion of what is held on. */
  #proceed(): void {
    const held = this.#held
    if (held === undefined || this.#isOver || this.#isPaused) return
    let left = this.#portion
    for (let next = held.shift(); next !== undefined; next = held.shift()) {
      const part = next.subarray(0, left)
      if (part.length < next.length) held.unshift(next.subarray(part.length))
      left -= part.length
      this.#heldBytes -= part.length
      this.#sink?.chunk(part)
      if (left === 0 || this.#isOver) break
    }
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
