// Which bodies are logged: of the workspaces and the share of requests that the manifest names, up to a size, masked. Nothing is
// stored of other requests.
import type { PlanLoggedContent } from '../../schemas/generated/types.ts'
import { userIdentity } from '../gateway/user-identity.ts'
import { memoryCostOf } from '../values/body-cost.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import type { Ports } from '../values/ports.ts'
import type { EntryBodies } from './request-record.ts'

/** The bodies of one request while it is served. */
export interface BodyCapture {
  readonly request: (bytes: Uint8Array) => void
  readonly response: (bytes: Uint8Array) => void
  /**
   * What is logged; undefined where neither body may be. `coding` is the content coding of the response, `user` whose request it is.
   * `memory` is charged for it: a body that does not fit is not logged.
   */
  readonly finish: (
    coding: string | undefined,
    user: string | undefined,
    memory?: MemoryLease,
  ) => EntryBodies | undefined
}

/** Undefined for a request whose bodies are not logged. */
export type CaptureBodies = (workspace: string) => BodyCapture | undefined

export interface CaptureParts extends Pick<Ports, 'hash'> {
  readonly random: () => number
  readonly mask: (bytes: Uint8Array) => Uint8Array
  /** Undefined where it cannot be decoded, or is longer than the limit when it is. */
  readonly decode: (bytes: Uint8Array, coding: string, maxBytes: number) => Uint8Array | undefined
}

export function linkBodyCapture(
  { workspaces, sample, maxBytes }: PlanLoggedContent,
  { random, mask, decode, hash }: CaptureParts,
): CaptureBodies {
  const allowed = workspaces && new Set(workspaces)
  return workspace => {
    if (allowed?.has(workspace) === false || (sample < 1 && random() >= sample)) return undefined
    let request: Uint8Array | undefined
    let pieces: Uint8Array[] | undefined = []
    let length = 0
    return {
      request: bytes => {
        if (bytes.length > 0 && bytes.length <= maxBytes) request = bytes
      },
      response: bytes => {
        length += bytes.length
        if (length > maxBytes) pieces = undefined
        // Chunks may be views of buffers that are used again.
        else pieces?.push(bytes.slice())
      },
      finish: (coding, user, memory) => {
        const masked = (bytes: Uint8Array | undefined): Uint8Array | undefined =>
          bytes === undefined || memory?.take(memoryCostOf(bytes, 'logged')) === false
            ? undefined
            : mask(bytes)
        const sent = pieces === undefined || length === 0 ? undefined : join(pieces, length)
        const response = sent === undefined || coding === undefined ? sent : decode(sent, coding, maxBytes)
        if (request === undefined && response === undefined) return undefined
        return {
          user: user === undefined ? undefined : userIdentity(user, hash),
          request: masked(request),
          response: masked(response),
        }
      },
    }
  }
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces
  if (pieces.length === 1 && first !== undefined) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
