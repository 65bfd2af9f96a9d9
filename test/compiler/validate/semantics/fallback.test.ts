// Sentences of this part of the semantics: see sentences.ts.
import { among, MOCK, OPENAI, tell } from './specification-rows.ts'

tell('Section 4: fallback', [
  {
    sentence: 'default trigger: anything but 2xx',
    config: among('fallback', [MOCK, OPENAI]),
    plan: ['fallback on 100-199, 300-599'],
  },
  {
    sentence: 'a list triggers on those codes only',
    config: { strategy: { mode: 'fallback', on_status_codes: [446, 246] }, targets: [MOCK, OPENAI] },
    codes: ['fallback-leaves-out-failures'],
    plan: ['fallback on 246, 446'],
  },
  {
    sentence: 'kinds of errors replace the default, with the statuses that are always of them',
    config: {
      strategy: { mode: 'fallback', on_errors: ['overloaded', 'context_length', 'timeout', 'connection'] },
      targets: [MOCK, OPENAI],
    },
    codes: [],
    plan: ['fallback on 408, 503-504, 529, connection, context_length, overloaded, timeout'],
  },
  {
    sentence: 'statuses and kinds of errors are united',
    config: {
      strategy: { mode: 'fallback', on_status_codes: [500], on_errors: ['context_length'] },
      targets: [MOCK, OPENAI],
    },
    codes: ['fallback-leaves-out-failures'],
    plan: ['fallback on 500, context_length'],
  },
  {
    sentence: 'a list without 408, 502 and 503: note on timeouts, network failures and open circuits',
    config: {
      strategy: { mode: 'fallback', on_status_codes: [429] },
      cb_config: { failure_threshold: 5, cooldown_interval: 30_000, failure_status_codes: [500] },
      targets: [MOCK, OPENAI],
    },
    codes: ['fallback-leaves-out-failures'],
    plan: ['fallback on 429'],
  },
  {
    sentence: 'a list with them: no note',
    config: { strategy: { mode: 'fallback', on_status_codes: [408, 502, 503] }, targets: [MOCK, OPENAI] },
    codes: [],
    plan: ['fallback on 408, 502-503'],
  },
  {
    sentence: 'an empty list never falls back: warning',
    config: { strategy: { mode: 'fallback', on_status_codes: [] }, targets: [MOCK, OPENAI] },
    codes: ['never-falls-back'],
  },
])
