// The classes of outcomes of compiler/analyse/outcome.ts as what a scripted provider does.
import type { Outcome } from '../../compiler/analyse/outcome.ts'
import type { ErrorKind, StatusSet } from '../../schemas/generated/types.ts'
import { chunk, completion, DONE } from './sample-bodies.ts'
import type { Step } from './scripted-upstream.ts'

/** Bytes of a reply that exceeds the limit of the gateway under test. */
export const REPLY_LIMIT = 2048

const ROLE = chunk({ role: 'assistant', content: '' })
const CONTENT = chunk({ content: 'Hi' })
const GOOD: Step = { events: [ROLE, CONTENT, chunk({}, 'stop'), DONE] }

/** The status of a set at a position in [0, 1). */
export function statusIn(set: StatusSet, position: number): number {
  const statuses = set.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, index) => low + index),
  )
  return statuses[Math.floor(position * statuses.length)] ?? 0
}

/** What a provider does for an outcome; `position` selects among the statuses of a class. Undefined for those of guards. */
export function stepOf(outcome: Outcome, position: number, stream: boolean): Step | undefined {
  switch (outcome.kind) {
    case 'status': {
      const status = statusIn(outcome.statuses, position)
      if (status === 200 && stream) return GOOD
      const isSuccess = status < 300
      return {
        status,
        body: isSuccess ? completion('Hi') : errorOf(status < 400 ? undefined : outcome.error, 't', null),
      }
    }
    case 'error-in-success': {
      const error = errorOf(outcome.error, undefined, String(statusIn(outcome.statuses, position)))
      return stream ? { events: [`data: ${JSON.stringify(error)}\n\n`] } : { status: 200, body: error }
    }
    case 'failure':
      return failureStep(outcome.cause, stream)
    case 'cut-after-content':
      return { events: [ROLE, CONTENT], end: position < 0.5 ? 'cut' : 'well' }
    default:
      return undefined
  }
}

/** What providers say about errors of each kind that a plan lists; invalid_request is not played, since it is said in no text. */
const TEXTS: { readonly [kind in ErrorKind]?: string } = {
  context_length: "This model's maximum context length is 4097 tokens.",
  rate_limit: 'You are past the per minute request limit.',
  overloaded: 'The model is overloaded.',
  auth: 'Incorrect API key provided.',
}

/** An error of a kind, or one that is about what no generated plan lists. */
const errorOf = (kind: ErrorKind | undefined, type: string | undefined, code: string | null) => ({
  error: {
    message: (kind === undefined ? undefined : TEXTS[kind]) ?? 'Content Exists Risk',
    ...(kind === 'timeout' ? { type: 'timeout_error' } : type !== undefined && { type }),
    code,
  },
})

function failureStep(cause: Extract<Outcome, { kind: 'failure' }>['cause'], stream: boolean): Step {
  switch (cause) {
    case 'timeout':
      return 'silence'
    case 'decode':
      return { status: 200, text: '<html>' }
    case 'too-large':
      return { status: 200, body: completion('x'.repeat(REPLY_LIMIT)) }
    case 'cut':
      return stream
        ? { events: [ROLE], end: 'cut' }
        : { events: ['{"id":'], end: 'cut', headers: ['content-type', 'application/json'] }
    default:
      return { fails: cause }
  }
}
