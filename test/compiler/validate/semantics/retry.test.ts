// Sentences of this part of the semantics: see sentences.ts.
import { MOCK, tell } from './specification-rows.ts'

tell('Section 3: retry', [
  { sentence: 'attempts up to 5', config: { retry: { attempts: 5 } }, plan: ['retry 5'] },
  { sentence: 'more: compile error', config: { retry: { attempts: 6 } }, codes: ['out-of-range'] },
  {
    sentence: '0: one call',
    config: { ...MOCK, retry: { attempts: 0 } },
    codes: ['setting-without-effect'],
  },
  {
    sentence: 'default codes',
    config: { retry: { attempts: 1 } },
    plan: ['on 408, 429, 500, 502-504, 529 except timeouts'],
  },
  {
    sentence: 'a list replaces them',
    config: { retry: { attempts: 1, on_status_codes: [408] } },
    plan: ['retry 1 on 408'],
  },
  {
    sentence: 'kinds of errors replace the default: a timeout of the gateway is not excepted',
    config: { retry: { attempts: 1, on_errors: ['timeout', 'rate_limit'] } },
    codes: [],
    plan: ['retry 1 on 408, 429, 504, rate_limit, timeout'],
  },
  {
    sentence: 'connection is retried in any case: warning',
    config: { retry: { attempts: 1, on_errors: ['connection'] } },
    codes: ['setting-without-effect'],
    plan: ['retry 1 on network failures'],
  },
  {
    sentence: 'an empty list retries network failures only: note',
    config: { retry: { attempts: 1, on_status_codes: [] } },
    codes: ['retries-network-failures-only'],
    plan: ['retry 1 on network failures'],
  },
])
