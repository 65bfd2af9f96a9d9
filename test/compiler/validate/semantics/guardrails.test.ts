// Sentences of this part of the semantics: see sentences.ts.

import { manifestGuards } from '../../../../compiler/lower/guard.ts'
import { lowerManifest } from '../../../../compiler/lower/manifest.ts'
import { realCatalog } from '../../../support/catalog.ts'
import { MOCK, tell } from './specification-rows.ts'

const CHECK = { notNull: {} }
const HOOK = { id: 'hook', checks: [{ id: 'notNull', parameters: {} }] }
const input = (...guards: readonly unknown[]): object => ({ ...MOCK, input_guardrails: guards })
const output = (...guards: readonly unknown[]): object => ({ ...MOCK, output_guardrails: guards })

const around = {
  guards: manifestGuards(
    lowerManifest(
      {
        guardrails: {
          short: { deny: true, wordCount: { maxWords: 9 } },
          tagged: { requiredMetadataKeys: { metadataKeys: ['team'] } },
          everywhere: { ...CHECK },
          careful: { ...CHECK, when: 'beside' },
        },
        input_guardrails: ['everywhere'],
      },
      realCatalog,
    ),
  ),
}

tell('Section 10: guardrails and hooks', [
  {
    sentence: 'when: beside runs a guardrail beside the call',
    config: input({ ...CHECK, deny: true, when: 'beside' }),
    plan: ['denies beside the call'],
  },
  {
    sentence: '... which cannot rewrite',
    config: input({ regexReplace: { rule: 'a', redactText: 'b' }, when: 'beside' }),
    codes: ['beside-guardrail-rewrites'],
  },
  {
    sentence: '... and says nothing of an asynchronous one',
    config: input({ ...CHECK, async: true, when: 'beside' }),
    codes: ['setting-without-effect'],
  },
  {
    sentence: '... and is no setting of a guardrail on replies',
    config: output({ ...CHECK, when: 'beside' }),
    codes: ['wrong-type'],
  },
  {
    sentence: '... where a guardrail of the manifest has it without effect',
    config: { ...input('careful'), output_guardrails: ['careful'] },
    around,
    codes: ['setting-without-effect'],
  },
  {
    sentence: 'denial_message replaces the reasons of a denial',
    config: input({ ...CHECK, deny: true, denial_message: 'Not here.' }),
    plan: ['denies'],
  },
  {
    sentence: '... of a hook too',
    config: {
      ...MOCK,
      before_request_hooks: [{ ...HOOK, on_fail: { deny: true }, denial_message: 'Not here.' }],
    },
    plan: ['denies'],
  },
  {
    sentence: '... and has no effect where nothing is denied',
    config: output({ ...CHECK, denial_message: 'Not here.' }),
    codes: ['setting-without-effect'],
  },
  {
    sentence: 'a name without a dot gets default.',
    config: input(CHECK),
    plan: ['requires mock, default.notNull'],
  },
  {
    sentence: 'the whole identifier says the same',
    config: input({ 'default.notNull': {} }),
    plan: ['default.notNull'],
  },
  {
    sentence: 'so does a hook',
    config: { ...MOCK, before_request_hooks: [HOOK] },
    plan: ['default.notNull'],
  },
  {
    sentence: 'a string is the id of a guardrail of the manifest',
    config: input('short'),
    around,
    plan: ['default.wordCount', 'guard; requests by everywhere (', '), short ('],
  },
  { sentence: '... that the manifest has', config: input('shorts'), around, codes: ['unknown-guardrail'] },
  {
    sentence: '... also in a request',
    config: input('shorts'),
    around,
    door: 'request',
    codes: ['unknown-guardrail'],
  },
  {
    sentence: '... and never in a lone file, which would be served without it',
    config: input('short'),
    door: 'file',
    codes: ['unknown-guardrail'],
  },
  {
    sentence: 'while the manifest has errors nobody knows its guardrails',
    config: input('short'),
    around: { hasInvalidManifest: true },
  },
  {
    sentence: 'manifest-wide ones are always added',
    config: { ...MOCK, request_timeout: 1000 },
    around,
    plan: ['guard; requests by everywhere ('],
  },
  { sentence: '... once', config: input('everywhere'), around, codes: ['duplicate-guardrail'] },
  {
    sentence: 'a check stands on the side that it looks at',
    config: output({ requiredMetadataKeys: { metadataKeys: ['team'] } }),
    codes: ['misplaced-check'],
  },
  { sentence: '... also behind a name', config: output('tagged'), around, codes: ['misplaced-check'] },
  { sentence: 'deny on an input guardrail', config: input({ ...CHECK, deny: true }) },
  {
    sentence: 'a denying guard holds the stream: the cost is noted',
    config: output({ ...CHECK, deny: true }),
    codes: ['denial-holds-streams'],
  },
  { sentence: '... also behind a name', config: output('short'), around, codes: ['denial-holds-streams'] },
  {
    sentence: '... also when it denies what passes',
    config: output({ ...CHECK, on_success: { deny: true } }),
    codes: ['denial-holds-streams'],
  },
  { sentence: 'others are judged after the end', config: output(CHECK) },
  {
    sentence: 'windows let a stream go on',
    config: output({ deny: true, stream: 'window', contains: { words: ['x'], not: true } }),
  },
  {
    sentence: '... where the check allows',
    config: output({ deny: true, stream: 'window', wordCount: { maxWords: 9 } }),
    codes: ['check-needs-the-whole'],
  },
  {
    sentence: 'async with deny: compile error',
    config: output({ ...CHECK, async: true, deny: true }),
    codes: ['async-guardrail-denies'],
  },
  {
    sentence: 'async with a rewrite: compile error',
    config: output({ async: true, pii: { redact: true } }),
    codes: ['async-guardrail-rewrites'],
  },
  {
    sentence: 'stream: end with deny: compile error',
    config: output({ ...CHECK, stream: 'end', deny: true }),
    codes: ['stream-end-enforces-nothing'],
  },
  {
    sentence: 'a guard that denies works by windows',
    config: output({ deny: true, secrets: {} }),
  },
  {
    sentence: '... also one that rewrites',
    config: output({ secrets: { redact: true } }),
  },
  {
    sentence: '... or on the whole where windows do not suit its checks',
    config: output({ invisibleCharacters: { redact: true } }),
    codes: ['denial-holds-streams'],
  },
  {
    sentence: 'deny: false beside async says nothing',
    config: output({ ...CHECK, async: true, deny: false }),
  },
  {
    sentence: 'a guard passes when all its checks pass, so one without any does nothing',
    config: input({ deny: true }),
    codes: ['guardrail-without-checks'],
  },
  {
    sentence: 'a misspelt list of checks is one mistake',
    config: { ...MOCK, before_request_hooks: [{ id: 'hook', cheks: [] }] },
    codes: ['unknown-property'],
  },
  {
    sentence: 'a check without an object of parameters is one mistake',
    config: input({ notNull: true }),
    codes: ['wrong-type'],
  },
  {
    sentence: 'defaults of parameters are applied by the compiler',
    config: input({ wordCount: { maxWords: 9 } }),
    plan: ['default.wordCount'],
  },
  {
    sentence: 'failOnError is a parameter of every check',
    config: input({ notNull: { failOnError: true } }),
  },
  { sentence: 'scope is one of those that read texts', config: input({ notNull: { scope: 'all' } }) },
  {
    sentence: '... and of no other',
    config: input({ modelWhitelist: { models: ['a'], scope: 'all' } }),
    codes: ['unknown-property'],
  },
])
