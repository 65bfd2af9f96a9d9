// SessionPins of a pool: which member each is pinned to, and the ranks that a session gives to members, which are the same in all runtimes.

/** SessionPins that are remembered; the one that was silent for longest is forgotten first. */
const MAX_SESSIONS = 20_000
/** Calls in a row that had to go elsewhere before the session moves. */
const MOVES_AFTER = 3

export interface PinnedSession<Member> {
  member: Member
  readonly since: number
  used: number
  /** Calls in a row that went elsewhere, since the member had too much to do. */
  sentOn: number
}

export class SessionPins<Member extends { sessions: number }> {
  readonly #pins = new Map<string, PinnedSession<Member>>()

  get size(): number {
    return this.#pins.size
  }

  /** The pin of a session that was not idle for too long, which a request uses now. */
  use(session: string, now: number, idle: number): PinnedSession<Member> | undefined {
    const pin = this.#pins.get(session)
    if (pin === undefined) return undefined
    this.#pins.delete(session)
    if (now - pin.used > idle) {
      pin.member.sessions -= 1
      return undefined
    }
    pin.used = now
    this.#pins.set(session, pin)
    return pin
  }

  /** Pins a session, or moves it. */
  pin(session: string, member: Member, now: number, idle: number): void {
    const known = this.#pins.get(session)
    if (known !== undefined) known.member.sessions -= 1
    this.#pins.delete(session)
    member.sessions += 1
    this.#pins.set(session, { member, since: now, used: now, sentOn: 0 })
    this.#forget(now, idle)
  }

  /** A request of the session went elsewhere: it moves there if that is how it goes. */
  sentOn(session: string, pin: PinnedSession<Member>, member: Member): void {
    pin.sentOn += 1
    if (pin.sentOn < MOVES_AFTER) return
    pin.member.sessions -= 1
    member.sessions += 1
    this.#pins.set(session, { member, since: pin.used, used: pin.used, sentOn: 0 })
  }

  /** Forgets sessions whose member is not among those that are left. */
  keepOnly(isLeft: (member: Member) => boolean): void {
    for (const [session, { member }] of this.#pins) if (!isLeft(member)) this.#pins.delete(session)
  }

  /** Those that were silent for longest are the first. */
  #forget(now: number, idle: number): void {
    for (const [session, { used, member }] of this.#pins) {
      if (now - used <= idle && this.#pins.size <= MAX_SESSIONS) return
      member.sessions -= 1
      this.#pins.delete(session)
    }
  }
}

/** A hash of a name or a session: FNV-1a, then mixed, so that similar names have different ones. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mix(hash)
}

/** The finalizer of MurmurHash3. */
function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** A number in (0, 1) for a session at a member, which every runtime computes alike. */
export const drawOf = (session: number, member: number): number =>
  (mix(session ^ Math.imul(member, 0x9e3779b1)) + 0.5) / 2 ** 32

/**
 * The rank of a member for a session, of which the least wins: by weighted rendezvous hashing, each member is first for its part of all
 * sessions, and one that leaves or comes moves only its own.
 */
export const rankOf = (session: number, member: number, weight: number): number =>
  -Math.log(drawOf(session, member)) / weight
