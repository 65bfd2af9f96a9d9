// Sentences of this part of the semantics: see sentences.ts.
import { tell } from './specification-rows.ts'

tell('Section 8: time', [
  { sentence: 'request_timeout from 1', config: { request_timeout: 0 }, codes: ['out-of-range'] },
  { sentence: '... to 3,600,000', config: { request_timeout: 3_600_001 }, codes: ['out-of-range'] },
])
