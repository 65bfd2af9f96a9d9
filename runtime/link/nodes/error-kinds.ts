// The kind of the error that a reply is: of a failure of the gateway by its cause, of a provider's error by its body. Loaded where a plan
// lists kinds.
import type { ErrorKind } from '../../../schemas/generated/types.ts'
import { parseJson } from '../../../schemas/values/json.ts'
import { isStream, type Reply } from '../../values/call.ts'
import { vendorError } from '../../wire/error.ts'
import { errorKind } from '../../wire/error-kind.ts'
import type { LinkErrorKinds } from '../link-context.ts'
import { NETWORK_FAILURES } from './retry.ts'

const decoder = new TextDecoder('utf-8')

export const linkErrorKinds: LinkErrorKinds = kinds => {
  const listed = new Set(kinds)
  return reply => {
    const kind = kindOfReply(reply)
    return kind !== undefined && listed.has(kind) ? kind : undefined
  }
}

/** Of a body that passes through unread, only the status is known. */
function kindOfReply({ status, body, failure, providerError }: Reply): ErrorKind | undefined {
  if (failure !== undefined) {
    if (failure.code === 'timeout') return 'timeout'
    return NETWORK_FAILURES.has(failure.cause) ? 'connection' : undefined
  }
  if (status < 400) return undefined
  if (providerError !== undefined) return errorKind(providerError.error, status)
  const text = isStream(body) ? '' : decoder.decode(body)
  return errorKind(vendorError(parseJson(text) ?? text, status), status)
}
