// The context of an evaluation, shared by all checks of one hook of a call.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Endpoint } from '../../values/adapter.ts'
import type { Cancellation } from '../../values/cancellation.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { Clock } from '../../values/ports.ts'
import { isSameContent } from '../body-texts/text-location.ts'
import type { CheckInput, CheckPorts } from '../check.ts'
import { type GuardContent, visibleBody } from './content.ts'
import type { LinkedCheck } from './linked-guard.ts'

/** What checks may read of the call that is guarded. */
export interface GuardedCall {
  readonly endpoint: Endpoint | undefined
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Headers
  readonly metadata: JsonObject
  readonly workspace: string
  readonly trace: string
}

/** Creates the ports of one evaluation on behalf of the call; their requests end with the cancellation. */
export type PortsFor = (check: LinkedCheck, cancellation: Cancellation) => CheckPorts

export interface EvaluationContext {
  readonly side: CheckInput['side']
  readonly call: GuardedCall
  readonly portsFor: PortsFor
  /** The request body; for input guards the content itself is the request. */
  readonly request: JsonObject | undefined
  readonly model: string | undefined
  /** Identifier of the target's provider. */
  readonly provider: string | undefined
  /** Cancels all evaluations. */
  readonly cancellation: Cancellation
  readonly clock: Clock
  /** Receives whatever a check threw. */
  readonly onBug: (bug: unknown) => void
}

/** The input of a check for this content. */
export function toCheckInput(
  content: GuardContent,
  { scope, files }: Pick<LinkedCheck, 'scope' | 'files'>,
  context: EvaluationContext,
): CheckInput {
  const { side, call, request, model, provider } = context
  const body = visibleBody(content)
  const locations = content.locations(scope, { files })
  const requestedModel = side === 'request' ? body?.['model'] : undefined
  return {
    side,
    endpoint: call.endpoint,
    method: call.method,
    path: call.path.split('?', 1)[0] ?? '',
    texts: locations.map(({ text }) => text),
    continuesAt: index => isSameContent(locations[index - 1]?.path, locations[index]?.path),
    originOf: index => locations[index]?.origin ?? 'message',
    request: side === 'request' ? body : request,
    reply: side === 'reply' ? body : undefined,
    model: typeof requestedModel === 'string' ? requestedModel : model,
    provider,
    metadata: call.metadata,
    header: name => headerValue(call.headers, name),
    workspace: call.workspace,
    trace: call.trace,
  }
}
