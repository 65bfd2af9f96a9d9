// Sentences of this part of the semantics: see sentences.ts.
import { tell } from './sentences.ts'

tell('Section 9: cache', [
  { sentence: 'default 604,800 seconds', config: { cache: { mode: 'simple' } }, plan: ['for 7 d'] },
  {
    sentence: 'at most 7,776,000',
    config: { cache: { mode: 'simple', max_age: 7_776_001 } },
    codes: ['out-of-range'],
  },
  {
    sentence: 'semantic needs a provider of embeddings',
    config: { cache: { mode: 'semantic' } },
    codes: ['unsupported-setting'],
  },
])
