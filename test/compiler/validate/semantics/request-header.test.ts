// Sentences of this part of the semantics: see sentences.ts.
import { among, OPENAI, tell } from './specification-rows.ts'

tell('A config in a request header', [
  {
    sentence: 'literal secrets are normal',
    door: 'request',
    config: { ...OPENAI, api_key: 'k' },
    plan: ['with api_key (literal)'],
  },
  {
    sentence: '... and refused in files',
    door: 'file',
    config: { ...OPENAI, api_key: 'k' },
    codes: ['literal-secret'],
  },
  {
    sentence: 'references are refused',
    door: 'request',
    config: OPENAI,
    codes: ['secret-reference-in-request'],
  },
  {
    sentence: 'a key may come in the Authorization of the request',
    door: 'request',
    config: { provider: 'openai' },
    plan: ['call openai'],
  },
  {
    sentence: '... for targets too',
    door: 'request',
    config: among('fallback', [{ provider: 'openai' }, { provider: 'anthropic' }]),
    plan: ['call openai at targets[0]', 'call anthropic at targets[1]'],
  },
  {
    sentence: 'a slug must be known',
    door: 'request',
    config: { provider: '@mian' },
    codes: ['unknown-slug'],
  },
  {
    sentence: 'a known one is called',
    door: 'request',
    config: { provider: '@main' },
    plan: ['call @main'],
  },
  {
    sentence: 'a group is needed all the same',
    door: 'request',
    config: { override_params: {} },
    codes: ['missing-property-group'],
  },
  {
    sentence: 'targets name their provider all the same',
    door: 'request',
    config: among('fallback', [{ retry: { attempts: 1 } }]),
    codes: ['missing-provider'],
  },
])
