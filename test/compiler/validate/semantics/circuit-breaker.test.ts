// Sentences of this part of the semantics: see sentences.ts.
import { MOCK, tell } from './specification-rows.ts'

const GROUP = { ...MOCK, request_timeout: 1000 }
const BREAKER = { failure_threshold: 5, cooldown_interval: 30_000 }
const codes = (failure_status_codes: readonly number[]): object => ({ ...BREAKER, failure_status_codes })

tell('Section 7: circuit breaker', [
  {
    sentence: 'by default 501 to 599, without 500 and 429: note',
    config: { ...GROUP, cb_config: BREAKER },
    codes: ['breaker-leaves-out-codes'],
    plan: ['call mock'],
  },
  { sentence: 'a list replaces them', config: { ...GROUP, cb_config: codes([429, 500]) } },
  {
    sentence: 'an empty list counts network failures and timeouts only: note',
    config: { ...GROUP, cb_config: codes([]) },
    codes: ['breaker-leaves-out-codes'],
  },
  {
    sentence: 'more failures than the window can hold never open it: warning',
    config: { ...GROUP, cb_config: { ...codes([500]), failure_threshold: 3_000_001 } },
    codes: ['breaker-never-opens'],
  },
  {
    sentence: 'as many as it can hold do',
    config: { ...GROUP, cb_config: { ...codes([500]), failure_threshold: 3_000_000 } },
  },
  {
    sentence: 'failure_threshold is at least 1',
    config: { ...GROUP, cb_config: { ...codes([500]), failure_threshold: 0 } },
    codes: ['out-of-range'],
  },
])
