// Marks of accounts in identifiers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountMark,
  matchStatePath,
  mayHaveMarks,
  readNamedState,
  withMark,
  withMarkedIds,
  withoutMarks,
} from '../../../runtime/resources/member-ids.ts'
import { identifierKeys } from '../../../schemas/generated/provider-state.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'

/** As vendors write them. */
const IDENTIFIERS = [
  'file-abc123',
  'batch_68f0a1',
  'resp_0f3c9e',
  'msgbatch_01HkcTjaV5uDC8jWR4ZsDV8d',
  'vs_68a',
  'cntr_68b',
  'conv_68c',
  'f6d1b0a2-7a3c-4a0e-9e0b-4f2a1f0f9d11',
  'files/abc-123',
  'models/veo-4/operations/x.y~z',
  's3%3A%2F%2Fbucket%2Ffolder%2Fmy%20key.jsonl',
  'CiQKBmNvbmZpZw==',
  '',
]
const owner = accountMark('main')

describe('A mark', () => {
  it.each(IDENTIFIERS)('of %j is a suffix that paths, queries and bodies carry', id => {
    const marked = withMark(id, owner)
    expect(marked).toMatch(/^.*-pm[0-9a-hjkmnp-tv-z]{10}$/)
    expect(marked.startsWith(id)).toBe(true)
    for (const [text, plain] of [
      [marked, id],
      [`/things/${marked}`, `/things/${id}`],
      [`/things/${encodeURIComponent(marked)}`, `/things/${encodeURIComponent(id)}`],
      [`/things/${marked}/content?a=1`, `/things/${id}/content?a=1`],
      [`/things/${marked}:cancel`, `/things/${id}:cancel`],
      [
        `/things?after=${encodeURIComponent(marked)}&limit=2`,
        `/things?after=${encodeURIComponent(id)}&limit=2`,
      ],
    ] as const)
      expect(withoutMarks(text)).toEqual({ text: plain, owners: [owner] })
    expect(mayHaveMarks(new TextEncoder().encode(JSON.stringify({ text: 'x-pm', id: marked })))).toBe(true)
  })

  it('is found in a path for each identifier', () => {
    const other = accountMark('other')
    expect(withoutMarks(`/a/${withMark('x', owner)}/b/${withMark('y', other)}`)).toEqual({
      text: '/a/x/b/y',
      owners: [owner, other],
    })
  })

  it('is not read where the identifier, the account or the confirmation is another', () => {
    const marked = withMark('file-abc', owner)
    const swapped = `${marked.slice(0, -4)}${withMark('file-abd', owner).slice(-4)}`
    for (const text of [
      swapped,
      `x${marked}`,
      `${marked}x`,
      `${marked}-2`,
      marked.replace(owner, accountMark('other')),
      'file-abc-pm0123456789',
      'We meet at 3-pm.',
    ])
      expect(withoutMarks(text)).toBeUndefined()
  })

  it('is read of no other identifier, and of every one that has it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (id, label) => {
        expect(withoutMarks(withMark(id, accountMark(label)))?.text).toBe(id)
        expect(withoutMarks(id)).toBeUndefined()
      }),
    )
  })

  it('tells apart a thousand names', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `member-${index}`)
    expect(new Set(names.map(accountMark)).size).toBe(1000)
  })

  it('is always the same for a name: clients have stored it', () => {
    expect([withMark('file-abc', accountMark('a')), withMark('resp_1', accountMark('main'))]).toEqual([
      'file-abc-pmkdc18dpbmd',
      'resp_1-pmw0vgvcveh2',
    ])
  })

  it('is not expected in bytes without one at the end of a string', () => {
    for (const text of ['{"a":"3-pm"}', '{"a":"x-pm01234567890"}', '{}', '-pm'])
      expect(mayHaveMarks(new TextEncoder().encode(text))).toBe(false)
  })
})

/** Replies with the keys that are marked and with others, below each other. */
const key = fc.constantFrom(
  ...identifierKeys.naming,
  ...identifierKeys.carrying,
  ...identifierKeys.opaque,
  ...identifierKeys.holders,
  'input',
  'type',
  'data',
)
const text = fc.constantFrom(
  'resp_1',
  'file-1',
  'call_1',
  'message',
  'reasoning',
  'cachedContents/1',
  'a b',
  '',
)
const { reply } = fc.letrec<{ value: Json; reply: JsonObject }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('reply'),
  ),
  reply: fc.dictionary(key, tie('value'), { maxKeys: 5 }),
}))

describe('A reply that is sent back', () => {
  it('reaches the provider as it was', () => {
    fc.assert(
      fc.property(reply, value => {
        const marked = withMarkedIds(value, { owner })
        expect(readNamedState(marked).body).toEqual(value)
        expect([owner, undefined]).toContain([...readNamedState(marked).owners.keys()][0])
      }),
    )
  })

  it('is the same object where nothing is marked', () => {
    const value = { metadata: { id: 'x' }, output: [{ text: 'resp_1' }] }
    expect(withMarkedIds(value, { owner })).toBe(value)
    expect(readNamedState(value).body).toBe(value)
  })
})

describe('A path', () => {
  it.each([
    ['/files', { collection: '/files', listed: true, hasId: false, isContent: false }],
    ['/files?limit=2', { collection: '/files', listed: true, hasId: false, isContent: false }],
    ['/files/file-1', { collection: '/files', listed: false, hasId: true, isContent: false }],
    ['/files/file-1/content', { collection: '/files', listed: false, hasId: true, isContent: true }],
    ['/files/1:download?alt=media', { collection: '/files', listed: false, hasId: true, isContent: true }],
    ['/files/1?alt=media', { collection: '/files', listed: false, hasId: true, isContent: true }],
    ['/threads/runs', { collection: '/threads/runs', listed: false, hasId: false, isContent: false }],
    ['/threads/thread_1/runs', { collection: '/threads', listed: false, hasId: true, isContent: false }],
    [
      '/videos/characters/char_1',
      { collection: '/videos/characters', listed: false, hasId: true, isContent: false },
    ],
    ['/batches/b/output', { collection: '/batches', listed: false, hasId: true, isContent: true }],
    ['/evals/e/runs/r/output_items', { collection: '/evals', listed: false, hasId: true, isContent: false }],
    ['/responses/compact', undefined],
    ['/filesystem', undefined],
    ['/models', undefined],
  ])('%s', (path, expected) => {
    expect(matchStatePath(path)).toEqual(expected)
  })
})
