// Sentences of this part of the semantics: see sentences.ts.
import { among, MOCK, OPENAI, tell } from './specification-rows.ts'

tell('Section 5: load balance', [
  {
    sentence: 'weight default 1, fractions allowed, 0 stops traffic, relative',
    config: among('loadbalance', [MOCK, { ...OPENAI, weight: 0.25 }, { passthrough: true, weight: 0 }]),
    plan: ['80% call mock', '20% call openai'],
  },
  {
    sentence: 'weight is read in mode loadbalance only',
    config: among('fallback', [{ ...MOCK, weight: 2 }]),
    codes: ['setting-without-effect'],
  },
])
