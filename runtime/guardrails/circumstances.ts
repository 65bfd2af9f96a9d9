// The context of an evaluation, shared by all checks of one hook of a call.
import type { JsonObject } from '../../compiler/source.ts'
import type { Call } from '../call.ts'
import type { Cancellation } from '../cancellation.ts'
import { headerValue } from '../headers.ts'
import type { Clock } from '../ports.ts'
import type { Subject } from './check.ts'
import { type Content, objectOf, type Scope } from './content.ts'

export interface Circumstances {
  readonly side: Subject['side']
  readonly call: Call
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
export function subjectOf(content: Content, scope: Scope, circumstances: Circumstances): Subject {
  const { side, call, request, model, provider } = circumstances
  const own = objectOf(content)
  const asked = side === 'request' ? own?.['model'] : undefined
  return {
    side,
    endpoint: call.endpoint,
    method: call.method,
    path: call.path.split('?', 1)[0] ?? '',
    texts: content.places(scope).map(({ text }) => text),
    request: side === 'request' ? own : request,
    reply: side === 'reply' ? own : undefined,
    model: typeof asked === 'string' ? asked : model,
    provider,
    metadata: call.metadata,
    header: name => headerValue(call.headers, name),
    workspace: call.workspace,
    trace: call.trace,
  }
}
