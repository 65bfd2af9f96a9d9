// The interface's rules for text completions (its section "POST /completions"), the same for every provider.
import { completion } from '../../schemas/generated/requests.js'
import type { Body } from '../body/body.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import { judgeRequest } from './judge-request.ts'

export function judgeCompletion(body: Body): Failure | undefined {
  const json = body.json()
  if (isFailure(json)) return json
  const wrong = judgeRequest(completion, json)
  if (wrong !== undefined) return wrong
  const { best_of: best, n, stream, stream_options: options } = json
  const refuse = (param: string, sentence: string): Failure => failure('invalid_request', sentence, { param })
  // The two defaults are equal, and clients may send them explicitly.
  if (typeof best === 'number' && typeof n === 'number' && best <= n && (best !== 1 || n !== 1))
    return refuse('best_of', `best_of is ${best} and n is ${n}: best_of must exceed n.`)
  if (typeof best === 'number' && best > 1 && stream === true)
    return refuse('best_of', 'A completion with best_of above 1 cannot be streamed.')
  if (options !== undefined && options !== null && stream !== true)
    return refuse('stream_options', 'stream_options requires "stream": true.')
  return undefined
}
