// Sentences of this part of the semantics: see sentences.ts.
import { among, tell } from './specification-rows.ts'

tell('Section 11: who the caller is, and which provider', [
  {
    sentence: 'a stored credential goes only to the origins it is bound to',
    config: { provider: '@main', custom_host: 'https://a.example.com' },
    codes: ['credential-may-not-go-there'],
  },
  {
    sentence: '... though the host is inherited',
    config: among('fallback', [{ provider: '@main' }], { custom_host: 'https://a.example.com' }),
    codes: ['credential-may-not-go-there'],
  },
  {
    sentence: 'where nothing is stored there is nothing to protect',
    config: { provider: '@gpu', custom_host: 'https://a.example.com' },
    plan: ['call @gpu on https://a.example.com'],
  },
])
