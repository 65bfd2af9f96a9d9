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

/** `model` is the one that will be asked for: some providers serve an endpoint for some of theirs. */
export function servingOf(
  { row, adapter }: Target,
  endpoint: Endpoint,
  model: string,
): Serving | Faced | undefined {
  const own = serves(row, (adapter ?? compatible).endpoints, endpoint)
  if (own !== undefined && own.adapter?.serves?.(model) !== false) return own
  const { streams } = endpointFacts[endpoint]
  const face = streams === 'responses' || streams === 'messages' ? faces[streams] : undefined
  if (face === undefined) return undefined
  const chat = serves(row, (adapter ?? compatible).endpoints, 'chat/completions')
  return chat && { face, chat }
}

function serves(
  { routes }: Target['row'],
  adapters: { readonly [E in Endpoint]?: EndpointAdapter },
  endpoint: Endpoint,
): Serving | undefined {
  const path = routes[endpoint]
  return path === undefined ? undefined : { endpoint, adapter: adapters[endpoint], path }
}

export const isFaced = (serving: Serving | Faced): serving is Faced => 'face' in serving
