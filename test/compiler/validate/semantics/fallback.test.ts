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
    plan: ['fallback on 246, 446'],
  },
  {
    sentence: 'an empty list never falls back: warning',
    config: { strategy: { mode: 'fallback', on_status_codes: [] }, targets: [MOCK, OPENAI] },
    codes: ['never-falls-back'],
  },
])
