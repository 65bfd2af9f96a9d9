// How one endpoint is asked at one target: in the vendor's words, in the provider's own, or as a chat behind a face.
import { endpointFacts } from '../endpoints.ts'
import type { Face } from '../faces/face.ts'
import { faces } from '../faces/faces.ts'
import type { Endpoint, EndpointAdapter } from '../providers/adapter.ts'
import { compatible } from '../providers/registry.ts'
import type { Target } from './target.ts'

/** The provider serves the endpoint itself. */
export interface Serving {
  readonly endpoint: Endpoint
  /** Absent where bodies pass in the words in which they came. */
  readonly adapter: EndpointAdapter | undefined
  /** The path of the row; an adapter may give another. */
  readonly path: string
}

/** The provider serves chats, and the endpoint is one in other words. */
export interface Faced {
  readonly face: Face
  readonly chat: Serving
}

/** `model` is the one that will be called: some providers serve an endpoint for some of theirs. */
export type FindServing = (target: Target, endpoint: Endpoint, model: string) => Serving | Faced | undefined

/** Finds how targets serve endpoints. What a provider has of its own is prepared when a call node first needs it. */
export function linkServing(): FindServing {
  const prepared = new WeakMap<Target['row'], Map<Endpoint, Serving | undefined>>()
  const serves = ({ row, adapter }: Target, endpoint: Endpoint): Serving | undefined => {
    const known = prepared.get(row) ?? new Map<Endpoint, Serving | undefined>()
    if (known.has(endpoint)) return known.get(endpoint)
    const path = row.routes[endpoint]
    const serving =
      path === undefined
        ? undefined
        : { endpoint, adapter: (adapter ?? compatible).endpoints[endpoint], path }
    prepared.set(row, known.set(endpoint, serving))
    return serving
  }
  return (target, endpoint, model) => {
    const own = serves(target, endpoint)
    if (own !== undefined && own.adapter?.serves?.(model) !== false) return own
    const { streams } = endpointFacts[endpoint]
    const face = streams === 'responses' || streams === 'messages' ? faces[streams] : undefined
    const chat = face && serves(target, 'chat/completions')
    return face && chat && { face, chat }
  }
}

export const isFaced = (serving: Serving | Faced): serving is Faced => 'face' in serving
