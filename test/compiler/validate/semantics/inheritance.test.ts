// Sentences of this part of the semantics: see sentences.ts.
import { among, MOCK, OPENAI, tell } from './specification-rows.ts'

tell('Section 2: precedence and inheritance', [
  {
    sentence: 'override_params are merged per key, target wins',
    config: among('fallback', [{ ...MOCK, override_params: { b: 1 } }], { override_params: { a: 1 } }),
    plan: ['override a, b'],
  },
  {
    sentence: "retry: the target's whole object replaces the parent's",
    config: among('fallback', [{ ...MOCK, retry: { attempts: 1 } }, { passthrough: true }], {
      retry: { attempts: 3, on_status_codes: [429] },
    }),
    plan: ['call mock at targets[0]; retry 1 on 408, 429, 500', 'targets[1]; retry 3 on 429'],
  },
  {
    sentence: 'cache: the same',
    config: among('fallback', [{ ...MOCK, cache: { mode: 'simple' } }, { passthrough: true }], {
      cache: { mode: 'simple', max_age: 60 },
    }),
    plan: ['cache simple for 7 d at targets[0]', 'cache simple for 1 min at targets[1]'],
  },
  {
    sentence:
      "request_timeout, custom_host, forward_headers and strict_vendor_compliance: target's, else parent's",
    config: among('fallback', [{ ...OPENAI, request_timeout: 1 }], {
      custom_host: 'https://a.example.com',
      forward_headers: ['x-a'],
      strict_vendor_compliance: false,
    }),
    plan: [
      'call openai at targets[0] on https://a.example.com with api_key env:KEY; timeout 1ms; forward x-a; not strict',
    ],
  },
  {
    sentence: 'weight never reaches the targets below',
    config: among('loadbalance', [
      among('loadbalance', [MOCK, { passthrough: true }], { weight: 3 }),
      OPENAI,
    ]),
    plan: ['37.5% call mock', "37.5% call the request's provider", '25% call openai'],
  },
  {
    sentence: 'settings of a binding never reach the targets',
    config: among('fallback', [OPENAI], { vendor_organization: 'o' }),
    codes: ['setting-without-effect'],
  },
])
