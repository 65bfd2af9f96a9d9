// The interface's rules for text completions (its section "POST /completions"), the same for every provider.
import { completion } from '../../../schemas/generated/requests.js'
import { isList, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { Body } from '../../values/body/body.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { validateBody } from '../../values/validate-body.ts'

/** Why a completion is refused, with the overrides of its config if there are any. */
export function validateCompletion(body: Body, overrides?: JsonObject): Failure | undefined {
  const sent = body.json()
  if (isFailure(sent)) return sent
  const json = overrides === undefined ? sent : { ...sent, ...overrides }
  const invalid = validateBody(completion, json)
  if (invalid !== undefined) return invalid
  const { best_of: best, n, stream } = json
  const refusal = (param: string, sentence: string): Failure =>
    failure('invalid_request', sentence, { param })
  const fault = promptFault(json['prompt'])
  if (fault !== undefined) return refusal('prompt', fault)
  // The two defaults are equal, and clients may send them, or 0, explicitly.
  if (typeof best === 'number' && typeof n === 'number' && best <= n && (best > 1 || n !== 1))
    return refusal('best_of', `best_of is ${best} and n is ${n}: best_of must exceed n.`)
  if (typeof best === 'number' && best > 1 && stream === true)
    return refusal('best_of', 'A completion with best_of above 1 cannot be streamed.')
  return undefined
}

/** Why a list is not a prompt; undefined for one of strings, of tokens, or of lists of tokens, and for a string. */
function promptFault(prompt: Json | undefined): string | undefined {
  if (!isList(prompt)) return undefined
  if (prompt.length === 0) return 'prompt must not be an empty list.'
  const isTokens = (value: Json): boolean => isList(value) && value.length > 0 && value.every(isToken)
  const kinds = [(value: Json): boolean => typeof value === 'string', isToken, isTokens]
  return kinds.some(isKind => prompt.every(isKind))
    ? undefined
    : 'prompt must be a list of strings, of tokens, or of lists of tokens: integers from 0.'
}

const isToken = (value: Json): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0
