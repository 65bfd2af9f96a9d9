// The failure for gateways that reject unsupported parameters instead of dropping them.
import { type Failure, failure } from '../../values/failures.ts'
import type { Target } from '../target/target.ts'

export const unsupportedParameters = (dropped: readonly string[], { spec }: Target): Failure =>
  failure('invalid_request', `${spec.name} does not support: ${dropped.join(', ')}.`, {
    param: dropped[0] ?? '',
  })
