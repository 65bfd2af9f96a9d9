// Refuses requests while more arrive than the event loop can carry: before their bodies are read and their keys are looked up, without a
// record for each. One of each sender waits for its turn instead, so that those with a single call in flight are served. Loaded once the
// listener is open.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientForm } from '../entrances/entrance.ts'
import { convertError } from '../inbound/convert-error.ts'
import { failureReply } from '../values/error-reply.ts'
import { failure } from '../values/failures.ts'
import { type Headers, isAnthropicClient } from '../values/headers.ts'
import type { EventLoop } from '../values/ports.ts'
import { type Lingering, lingerAfterReply } from './linger.ts'
import { isSmall } from './read-body.ts'
import { replyHeaders, respond } from './respond.ts'
import type { ServePorts } from './serving-gateway.ts'

/** Milliseconds between two lines about refused requests. */
const REPORT = 1000
const BUSY = failure('overloaded', 'The gateway is too busy for another request at the moment.')
const BUSY_REPLY = failureReply(BUSY)
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'])

export interface SheddingPorts extends Pick<ServePorts, 'clock' | 'randomId' | 'log' | 'onRefusedRequest'> {
  readonly lingering: Lingering
}

export interface BusyArrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** As that of an `IncomingCall`. */
  readonly path: string
  readonly pathname: string
  readonly cors?: Headers | undefined
  readonly form?: ClientForm | undefined
}

export interface Shedding {
  /** Counts a request: undefined where all are served, otherwise whom it counts for. */
  readonly arrive: (request: IncomingMessage) => RequestSender | undefined
  /**
   * Whether the request is not served at once: it is refused with 503 on a connection that stays open, unless a large body is on its way,
   * or `wait` gets what it waits for, after which it is to be given again.
   */
  readonly turnsAway: (
    sender: RequestSender,
    arrival: BusyArrival,
    wait: (turn: Promise<void>) => void,
  ) => boolean
  /** A request was admitted by its key. */
  readonly accept: (sender: RequestSender) => void
}

export function createShedding(
  loop: EventLoop,
  { clock, randomId, log, onRefusedRequest, lingering }: SheddingPorts,
): Shedding {
  const admission = createAdmission(loop)
  // Clients do not know it, so that they cannot choose with whom they share an interval.
  const seed = Number.parseInt(randomId().slice(0, 8), 16)
  let unreported = 0
  const report = (): void => {
    log.write({
      level: 'warning',
      message: 'Requests were refused: the gateway is too busy.',
      refused: unreported,
    })
    unreported = 0
  }
  const refuse = ({ request, response, path, pathname, cors, form }: BusyArrival): void => {
    onRefusedRequest()
    unreported += 1
    if (unreported === 1) clock.after(REPORT, report)
    if (!isSmall(request)) {
      response.setHeader('connection', 'close')
      lingerAfterReply(request, response, clock, lingering)
    }
    response.on('error', () => {})
    request.resume()
    const reply =
      form?.reply(BUSY_REPLY, { trace: randomId(), elapsed: () => 0 }) ??
      convertError(BUSY_REPLY, path, pathname, isAnthropicClient(request.rawHeaders))
    respond(response, reply.status, [...replyHeaders(reply), ...(cors ?? [])], reply.body, () => {})
  }
  /** Those that have waited for their turn. */
  const admitted = new WeakSet<IncomingMessage>()
  return {
    arrive: request => (admission.arrive() ? senderOf(request, seed) : undefined),
    turnsAway: (sender, arrival, wait) => {
      if (admitted.delete(arrival.request)) return false
      const milliseconds = admission.admit(sender)
      if (milliseconds === 0) return false
      if (milliseconds === undefined) refuse(arrival)
      else {
        admitted.add(arrival.request)
        wait(new Promise(resolve => clock.after(milliseconds, resolve)))
      }
      return true
    },
    accept: ({ credential }) => {
      if (credential !== undefined) admission.accept(credential)
    },
  }
}

function senderOf({ rawHeaders, socket }: IncomingMessage, seed: number): RequestSender {
  let credential: number | undefined
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (CREDENTIALS.has(name) || name.endsWith('-api-key'))
      credential = hash(rawHeaders[index + 1] ?? '', credential ?? seed)
  }
  return { credential, address: hash(socket.remoteAddress ?? '', seed) }
}

/** FNV-1a with 32 bits. */
function hash(text: string, seed: number): number {
  let value = seed ^ 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value ^ (value >>> 15)
}

// Which requests are served while more arrive than the event loop can carry. Only the loop itself counts, never how long providers take:
// a turn serves what arrived during the previous one, so requests wait as long as turns last, even in the kernel. While waits are long,
// each key may send one request in an interval, the same for all, and one that comes earlier waits; it follows the use of the loop, so that
// those that send less than others are served, and the loop has a little time to spare.

/** Milliseconds that are looked at together. */
const WINDOW = 50
/** Mean milliseconds of waiting beyond which requests are refused, of a loop that is busy for this share of its time or more. */
const LATE = 200
const BUSY_SHARE = 0.95
/** In how many windows in a row, with how many requests in each: a pause, or a few requests that take long, do not suffice. */
const LATE_WINDOWS = 2
const LEAST_REQUESTS = 64
/** The share of its time that the loop is to be busy. */
const USE = 0.9
/** What the interval is multiplied by in a window, at most and at least. */
const GROWTH = 1.5
const DECAY = 0.8
/** The share of its requests that are served at least. */
const LEAST_SHARE = 1 / 2
/** Milliseconds of refusals after which they are judged, and for which nothing is refused where hardly more than the least are served: refusing takes as long as serving then. */
const TRIAL = 1000
const HARDLY_MORE = 1.1
const REST = 30_000
/** Milliseconds without an early request after which all are served again. */
const CALM = 1000
/** Milliseconds between two requests of a key at most, and those that one may be early beside a whole interval. */
const LONGEST = 1000
const EARLY = 10
/** Keys with intervals of their own, and as many addresses; beyond, some share one. */
const SLOTS = 1024

/** What a request is counted for: a hash of its credential, if it has one, and one of the address of its client. */
export interface RequestSender {
  readonly credential: number | undefined
  readonly address: number
}

export interface RequestAdmission {
  /** Counts a request; whether some are refused at the moment. */
  readonly arrive: () => boolean
  /**
   * Milliseconds after which a request is served while some are refused; undefined if it is refused, since another one of its sender
   * waits. Credentials that were never accepted count as their address.
   */
  readonly admit: (sender: RequestSender) => number | undefined
  /** A credential was accepted. */
  readonly accept: (credential: number) => void
}

export function createAdmission({ precise, idle, endOfTurn }: EventLoop): RequestAdmission {
  /** When each key may send its next request, and then each address. */
  const next = new Float64Array(2 * SLOTS)
  /** When its request that waits is served. */
  const turns = new Float64Array(2 * SLOTS)
  /** The last accepted credential of each slot. */
  const accepted = new Int32Array(SLOTS)
  /** Requests of this turn, and when the first of them arrived. */
  let inTurn = 0
  let began = 0
  /** Of this window: its start, requests, those served while some were refused, and the squares of the lengths of its turns. */
  let opened = precise()
  let idleBefore = idle()
  let requests = 0
  let served = 0
  let squares = 0
  let lateWindows = 0
  let isShedding = false
  /** Turns are measured only while the loop is busy: their ends cost an action each. */
  let isMeasuring = false
  let interval = 0
  /** Requests in a millisecond that are served at least. */
  let least = 0
  let lastEarly = 0
  /** Of the present trial. */
  let tried = 0
  let servedInTrial = 0
  let restsUntil = Number.NEGATIVE_INFINITY

  const closeWindow = (now: number, elapsed: number): void => {
    // The mean length of the turn during which a request arrives, which waits for the end of that turn.
    const wait = squares / elapsed
    const idleNow = idle()
    const use = 1 - (idleNow - idleBefore) / elapsed
    const isLate = wait > LATE && use > BUSY_SHARE
    idleBefore = idleNow
    isMeasuring = isShedding || (use > BUSY_SHARE && requests >= LEAST_REQUESTS)
    if (isShedding) {
      const isEnough = served >= least * elapsed
      const factor = isLate && isEnough ? GROWTH : isEnough ? Math.max(DECAY, use / USE) : DECAY
      interval = Math.min(LONGEST, interval * factor)
      tried += elapsed
      servedInTrial += served
      const isHopeless = tried >= TRIAL && servedInTrial < least * tried * HARDLY_MORE
      if (isHopeless) restsUntil = now + REST
      if (tried >= TRIAL) tried = servedInTrial = 0
      isShedding = !isHopeless && now - lastEarly < CALM
      lateWindows = 0
    } else {
      lateWindows = isLate && requests >= LEAST_REQUESTS ? lateWindows + 1 : 0
      if (lateWindows < LATE_WINDOWS || now < restsUntil) return
      tried = servedInTrial = 0
      isShedding = true
      lastEarly = now
      interval = elapsed / requests
      least = (LEAST_SHARE * requests) / elapsed
      next.fill(0)
      turns.fill(0)
    }
  }
  const onEndOfTurn = (): void => {
    const now = precise()
    squares += (now - began) ** 2
    requests += inTurn
    inTurn = 0
    const elapsed = now - opened
    if (elapsed < WINDOW) return
    closeWindow(now, elapsed)
    opened = now
    requests = 0
    served = 0
    squares = 0
  }
  const startsMeasuring = (): boolean => {
    const now = precise()
    const elapsed = now - opened
    requests += 1
    if (elapsed < WINDOW) return false
    const idleNow = idle()
    isMeasuring = requests >= LEAST_REQUESTS && 1 - (idleNow - idleBefore) / elapsed > BUSY_SHARE
    idleBefore = idleNow
    opened = now
    requests = 0
    return isMeasuring
  }
  const slotOf = ({ credential, address }: RequestSender): number =>
    credential !== undefined && accepted[credential & (SLOTS - 1)] === credential
      ? credential & (SLOTS - 1)
      : SLOTS + (address & (SLOTS - 1))
  return {
    arrive: () => {
      if (!isMeasuring && !startsMeasuring()) return false
      inTurn += 1
      if (inTurn > 1) return isShedding
      began = precise()
      endOfTurn(onEndOfTurn)
      return isShedding
    },
    admit: sender => {
      const now = precise()
      const slot = slotOf(sender)
      const due = next[slot] ?? 0
      const wait = Math.max(0, due - now - EARLY - interval)
      if (wait > 0) {
        lastEarly = now
        if ((turns[slot] ?? 0) > now) return undefined
        turns[slot] = now + wait
      }
      served += 1
      next[slot] = Math.max(due, now) + interval
      return wait
    },
    accept: credential => {
      accepted[credential & (SLOTS - 1)] = credential
    },
  }
}
