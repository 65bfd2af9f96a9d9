// What a reply implies about the member that gave it: whether the call goes on to another member, and what the pool learns. A member's own
// trouble goes on: its credential, its quota, a model that it lacks, its servers, its network. What is wrong with the request would be
// wrong at any member.
import { parseJson } from '../../../schemas/values/json.ts'
import type { PoolOutcome } from '../../pools/pool-health.ts'
import { isStream, type Reply } from '../../values/call.ts'
import type { Failure, FailureCode } from '../../values/failures.ts'
import { vendorError } from '../../wire/error.ts'
import { errorKind } from '../../wire/error-kind.ts'
import { NETWORK_FAILURES } from '../nodes/retry.ts'

export interface ReplyVerdict extends Pick<PoolOutcome, 'result' | 'about'> {
  readonly goesOn: boolean
}

const SUCCEEDED: ReplyVerdict = { result: 'succeeded', goesOn: false }
export const REFUSED: ReplyVerdict = { result: 'refused', goesOn: false }
const FAILED: ReplyVerdict = { result: 'failed', goesOn: true }
const OF_MODEL: ReplyVerdict = { ...FAILED, about: 'model' }
const OF_ACCOUNT: ReplyVerdict = { ...FAILED, about: 'account' }
/** Nothing was sent, or what happened implies nothing about the member. */
const UNTRIED: ReplyVerdict = { result: 'aborted', goesOn: true }
const ENDED: ReplyVerdict = { result: 'aborted', goesOn: false }

/** Failures of the gateway for which a member is to blame. */
const OF_MEMBER: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'upstream_unreachable',
  'timeout',
  'invalid_upstream_reply',
  'missing_api_key',
])

/** Failures of the gateway that another member may not have: it has other endpoints, models, limits and secrets. */
const ELSEWHERE: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'unsupported_endpoint',
  'forbidden',
  'blocked_host',
  'rate_limited',
  'budget_exhausted',
  'unpriced_model',
  'secret_unavailable',
])

/** `hasModel`: the request names a model, which a member may lack. */
export function evaluateReply({ status, failure, body }: Reply, hasModel: boolean): ReplyVerdict {
  if (failure !== undefined) return evaluateFailure(failure)
  if (status < 400) return SUCCEEDED
  const text = isStream(body) ? '' : decoder.decode(body)
  const error = vendorError(parseJson(text) ?? text, status)
  switch (errorKind(error, status)) {
    case 'rate_limit':
      // Limits are of models, but an account without credit has none for any.
      if (!ACCOUNT.test(`${error.code ?? ''} ${error.type ?? ''} ${error.message}`)) return OF_MODEL
      return status === 429 ? OF_ACCOUNT : FAILED
    case 'auth':
      return status === 403 && hasModel && MODEL.test(error.message) ? OF_MODEL : FAILED
    case 'overloaded':
    case 'timeout':
    case 'connection':
      return FAILED
    case 'content_filter':
    case 'context_length':
      return REFUSED
    default:
      if (status >= 500 || status === 402) return FAILED
      if (!hasModel) return REFUSED
      return status === 404 || isUnknownModel(error, status) ? OF_MODEL : REFUSED
  }
}

function evaluateFailure({ code, cause }: Failure): ReplyVerdict {
  if (OF_MEMBER.has(code) || NETWORK_FAILURES.has(cause)) return FAILED
  if (ELSEWHERE.has(code) || cause === 'busy') return UNTRIED
  return ENDED
}

const decoder = new TextDecoder('utf-8')

/** Quotas that hold for the account as a whole. */
const ACCOUNT = /insufficient_quota|credit|billing|balance|payment/i
const MODEL = /\bmodel\b/i

/**
 * Hosts that answer 400 for a model that an account lacks: Bedrock, with a `ValidationException`
 * (https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html), and hosts of OpenAI's schema by the code.
 */
const isUnknownModel = (
  { code, message }: { readonly code?: unknown; readonly message: string },
  status: number,
): boolean =>
  code === 'model_not_found' ||
  code === 'DeploymentNotFound' ||
  (status === 400 && /model identifier is invalid|on-demand throughput isn.t supported/i.test(message))
