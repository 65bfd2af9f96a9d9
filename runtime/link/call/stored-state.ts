// Requests of Messages that name what another provider stores. A provider that does not would answer without the history, and with
// success, so they are refused with the error after which the vendor's clients send the whole conversation instead. Source:
// https://platform.claude.com/docs/en/build-with-claude/message-threads (2026-11-29).
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { asObject, asText } from '../../../schemas/values/json.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure } from '../../values/failures.ts'

/** Undefined where the request names nothing, or the provider stores it. */
export function stateElsewhere(
  { body }: Pick<Call, 'body'>,
  { stores, name }: Pick<ProviderSpec, 'stores' | 'name'>,
): Failure | undefined {
  if (stores?.includes('thread') !== true && (body.field('thread') ?? null) !== null)
    return failure(
      'invalid_request',
      `${name} has no message threads. Send the whole conversation without "thread".`,
      { param: 'thread', details: { error_code: 'thread_unsupported_request', unsupported: ['provider'] } },
    )
  if (stores?.includes('container') === true) return undefined
  const container = body.field('container')
  // A container without an identifier is a new one.
  if ((asText(container) ?? asText(asObject(container)['id'])) === undefined) return undefined
  return failure('invalid_request', `${name} does not have the container that the request names.`, {
    param: 'container',
  })
}
