// Sessions of Gemini's Live API: the path at the provider, and the first message, which names the model. A module of its own, since only
// these sessions load it. Source: https://ai.google.dev/api/live (read 2026-11-29).
import { asObject } from '../../../schemas/values/json.ts'
import { clientFrame } from '../../streams/socket-messages.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { Target } from '../target/target.ts'

/** The path of the session below the origin, or why the provider has none. */
export const livePath = ({ path }: Pick<Call, 'path'>, { spec }: Pick<Target, 'spec'>): string | Failure =>
  spec.dialect === 'google'
    ? path
    : failure('unsupported_endpoint', `${spec.name} does not serve Gemini's Live API.`)

/** The frame of the first message, with the model that is requested from the provider. */
export function setupFrame(
  { body }: Pick<Call, 'body'>,
  model: string | undefined,
  { random }: Pick<Ports, 'random'>,
): Uint8Array {
  const setup = { ...asObject(body.field('setup')), ...(model !== undefined && { model: `models/${model}` }) }
  const mask = new Uint8Array(4).map(() => Math.floor(random() * 256))
  return clientFrame(new TextEncoder().encode(JSON.stringify({ setup })), mask)
}
