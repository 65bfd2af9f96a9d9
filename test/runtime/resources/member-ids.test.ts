// Marks of accounts in identifiers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountMark,
  matchStatePath,
  mayHaveMarks,
  withMark,
  withoutMarks,
} from '../../../runtime/resources/member-ids.ts'

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
