// Properties of every check without a service: any input yields one sentence that quotes nothing of it, and a text that
// is too long to evaluate does not bypass it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../../../schemas/generated/checks.ts'
import { runs } from '../../../support/property-seed.ts'
import { evaluateWith } from './evaluate-with.ts'
import { hostileText } from './hostile-texts.ts'

/** Parameters with which a check has something to evaluate. */
const ALL: readonly [id: CheckId, parameters: object][] = [
  ['default.addPrefix', { prefix: 'P' }],
  ['default.allLowercase', {}],
  ['default.allUppercase', { not: true }],
  ['default.allowedRequestTypes', { allowedTypes: ['embed'] }],
  ['default.characterCount', { minCharacters: 3, maxCharacters: 9 }],
  ['default.contains', { words: ['zebra'], operator: 'all', caseSensitive: false }],
  ['default.containsCode', { format: 'SQL' }],
  ['default.containsCode', { format: 'JSON', not: true }],
  ['default.endsWith', { suffix: '.' }],
  ['default.invisibleCharacters', { redact: true }],
  ['default.jsonKeys', { keys: ['a', '__proto__'], operator: 'none' }],
  ['default.jsonSchema', { schema: { required: ['a'], properties: { a: { enum: [1] } } } }],
  ['default.language', { language: ['en'] }],
  ['default.language', { language: ['en'], sameAsPrompt: true }],
  ['default.maliciousUrls', { allowedHosts: ['a.example'] }],
  ['default.maliciousUrls', { redact: true, protectedHosts: ['a.example'], blockedHosts: ['b.example'] }],
  ['default.modelRules', { rules: { defaults: ['a*'], metadata: { a: { b: ['c'] } } } }],
  ['default.modelWhitelist', { models: ['a*'] }],
  ['default.notNull', {}],
  ['default.pii', {}],
  ['default.pii', { redact: true }],
  ['default.promptInjection', { threshold: 0.3 }],
  ['default.regexMatch', { rule: '[a-c]+\\d', not: true }],
  ['default.regexReplace', { rule: '[a-c]+\\d?' }],
  ['default.requestParametersCheck', { params: { allowedKeys: ['model'] } }],
  ['default.requiredMetadataKeyPairs', { metadataPairs: { env: 'prod' } }],
  ['default.requiredMetadataKeys', { metadataKeys: ['env'] }],
  ['default.secrets', {}],
  ['default.secrets', { redact: true, not: true }],
  ['default.sentenceCount', { maxSentences: 2 }],
  ['default.startsWith', { prefix: 'a' }],
  ['default.tokenCount', { minTokens: 1, maxTokens: 3, not: true }],
  ['default.validUrls', { onlyDNS: true }],
  ['default.wordCount', { minWords: 1, maxWords: 3, not: true }],
]

const MARKER = 'hunter2passw0rd'

describe.each(ALL)('%s %j', (id, parameters) => {
  it('returns one sentence for any input', async () => {
    const json = fc.dictionary(hostileText, fc.jsonValue(), { maxKeys: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(hostileText, { maxLength: 4 }),
        json,
        json,
        async (texts, request, metadata) => {
          const subject = { texts, request: request as never, metadata: metadata as never, model: texts[0] }
          const finding = await evaluateWith(id, parameters, subject)
          expect(finding.reason).toMatch(/^[A-Z0-9].*[^.]\.$/)
          expect(finding.texts?.length ?? texts.length).toBe(texts.length)
        },
      ),
      { numRuns: runs(12) },
    )
  })

  it('quotes nothing of its input', async () => {
    const texts = [
      `${MARKER} {"${MARKER}": "${MARKER}"} https://${MARKER}.example/${MARKER} SELECT ${MARKER} FROM a;`,
    ]
    const reasons = async (parameters: object) => {
      const request = { [MARKER]: MARKER, tools: [{ type: MARKER, name: MARKER }] }
      const metadata = { [MARKER]: MARKER, env: MARKER }
      const {
        body: _body,
        texts: _texts,
        ...others
      } = await evaluateWith(id, parameters, { texts, request, metadata, model: MARKER })
      return JSON.stringify(others)
    }
    expect(await reasons(parameters)).not.toContain(MARKER)
  })
})
