// default.secrets: precision and recall on the corpus, and replacing what is found.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  linkSecretFinder,
  secretsOpenFrom,
} from '../../../../runtime/guardrails/detect/secrets/find-secrets.ts'
import { effort } from '../../../support/effort.ts'
import { runs } from '../../../support/property-seed.ts'
import { LETTERS, madeUp } from '../corpora/made-up.ts'
import { NO_SECRETS, SECRETS } from '../corpora/secrets.ts'
import { evaluateWith } from './evaluate-with.ts'
import { hostileText } from './hostile-texts.ts'

const find = linkSecretFinder({ entropy: true, entropyThreshold: 4 })

describe('default.secrets', () => {
  it.each(SECRETS)('finds %s in %j', (kind, text) => {
    expect(find(text).map(span => span.kind)).toEqual([kind])
  })

  it.each(NO_SECRETS)('finds none in %j', text => {
    expect(find(text)).toEqual([])
  })

  it.each([
    [{}, ['x'], true, 'The text has no secret.', undefined],
    [{}, ['password=hunter2x'], false, 'The text has 1 secret: PASSWORD.', { PASSWORD: 1 }],
    [{ not: true }, ['password=hunter2x'], true, 'The text has 1 secret: PASSWORD.', { PASSWORD: 1 }],
    [{ entropy: false }, [madeUp(40, LETTERS, 51)], true, 'The text has no secret.', undefined],
    [{ entropyThreshold: 5.9 }, [madeUp(40, LETTERS, 51)], true, 'The text has no secret.', undefined],
    [{}, [], true, 'There is no text to check.', undefined],
  ])('%j of %j', async (parameters, texts, passed, reason, facts) => {
    expect(await evaluateWith('default.secrets', parameters, texts)).toEqual({
      passed,
      reason,
      ...(facts && { facts }),
    })
  })

  it('replaces the value and leaves its name', async () => {
    const texts = ['DB_PASSWORD=Tr0ub4dor&3 and postgres://app:Tr0ub4dor&3@db/x', 'password: "Tr0ub4dor&3"']
    expect(await evaluateWith('default.secrets', { redact: true }, texts)).toEqual({
      passed: true,
      reason: '3 secrets were replaced: PASSWORD.',
      facts: { PASSWORD: 3 },
      texts: [
        'DB_PASSWORD={{PASSWORD_1}} and postgres://app:{{PASSWORD_1}}@db/x',
        'password: "{{PASSWORD_1}}"',
      ],
    })
  })

  it.each([
    ['{"password": "Tr0ub4dor&3", "a": 1}', '{"password": "{{PASSWORD_1}}", "a": 1}'],
    [
      String.raw`{"note": "{\"password\": \"Tr0ub4dor&3\"}"}`,
      String.raw`{"note": "{\"password\": \"{{PASSWORD_1}}\"}"}`,
    ],
  ])('leaves JSON %s as JSON', async (text, redacted) => {
    expect((await evaluateWith('default.secrets', { redact: true }, [text])).texts).toEqual([redacted])
  })

  it('fails rather than corrupting JSON', async () => {
    const cut = `{"key": "-----BEGIN PRIVATE KEY-----\\n${madeUp(64, LETTERS, 60)}", "b": "x"}`
    expect(await evaluateWith('default.secrets', { redact: true }, [cut])).toEqual({
      passed: false,
      reason: 'A secret cannot be redacted without corrupting the surrounding text.',
      facts: { PRIVATE_KEY: 1 },
    })
  })

  it('leaves nothing to detect, or fails', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...SECRETS.map(([, text]) => text)),
      hostileText,
      fc.constantFrom('=', ' ', '/', '-', 'password'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async pieces => {
        const redacted = await evaluateWith('default.secrets', { redact: true }, [pieces.join('')])
        if (!redacted.passed) return expect(redacted.texts).toBeUndefined()
        expect((redacted.texts ?? []).flatMap(find)).toEqual([])
      }),
      { numRuns: runs(80) },
    )
  })

  it.each([
    'a',
    'aB3',
    'eyJabcdefgh.',
    '-----BEGIN PRIVATE KEY-----',
    'password=',
    'password is ',
    '://a:',
    'Bearer ',
    'sk-',
    'xoxb-',
    'M',
    '/',
    'sha1-',
    'https://',
    'aB3dE5gH7jK9mN1pQ3sT5vW7 ',
    '\n',
    '= ',
  ])('is linear in runs of %j', run => {
    expect(effort(() => void find(run.repeat(100_000 / run.length)))).toBeLessThan(100)
  })
})

describe('A manifest of Kubernetes', () => {
  const manifest = (kind: string, section: string, value: string): string =>
    `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: shop\n${section}:\n  harmless: ${value}\ntype: Opaque\n`

  it.each([
    ['Secret', 'data', 'aHVudGVyMnBhc3N3MHJk', 'aHVudGVyMnBhc3N3MHJk'],
    ['Secret', 'data', 'YWJjZA==', 'YWJjZA=='],
    ['Secret', 'stringData', 'correct-horse', 'correct-horse'],
    ['Secret', 'stringData', '${VALUE}', undefined],
    ['Secret', 'data', 'no-base64', undefined],
    ['ConfigMap', 'data', 'aHVudGVyMnBhc3N3MHJk', undefined],
  ])('%s, %s: %s', async (kind, section, value, found) => {
    const text = manifest(kind, section, value)
    const { texts } = await evaluateWith('default.secrets', { redact: true, entropy: false }, [text])
    expect(texts?.[0] ?? text).toBe(found === undefined ? text : text.replace(found, '{{SECRET_1}}'))
  })

  it('is found where its kind follows, as kubectl writes it, and held back in a stream until then', () => {
    const text = 'apiVersion: v1\ndata:\n  a: aHVudGVyMnBhc3N3MHJk\nkind: Secret\n'
    const find = linkSecretFinder({ entropy: false, entropyThreshold: 4 })
    const [match] = find(text)
    expect(match?.kind).toBe('SECRET')
    for (let length = text.indexOf('data:') + 7; length < text.length; length += 1)
      expect(secretsOpenFrom(text.slice(0, length))).toBeLessThanOrEqual(match?.start ?? 0)
  })
})
