// Every string of the replies of the vendors, and those that other providers add: a guard of replies reads it, or the
// table says why it does not.
import { beforeAll, describe, expect, it } from 'vitest'
import { remainingReplyTexts } from '../../../../runtime/guardrails/body-texts/remaining-texts.ts'
import { createHarness } from '../../../support/harness.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { USED } from '../stub-guards.ts'
import { GUARDS } from './guards.ts'
import { placeStrings, ROOTS, SECRET, stepOf } from './replies-with-strings.ts'
import { readStringTable, type StringRow, VERDICTS } from './string-table.ts'
import { type VendorString, vendorStrings } from './vendor-strings.ts'

const VENDORS = readStringTable('vendor-strings.txt')
const PROVIDERS = readStringTable('provider-strings.txt')

const CHOICE = 'one of several'

/** Parts of a root that are roots of their own. */
const PARTS: readonly RegExp[] = [
  /^response \.output$/,
  /^responseEvent .*\.(?:response|item)$/,
  /^message .*\.content$/,
  /^messageEvent .*\.(?:message|content_block)$/,
]

const groups = Map.groupBy([...VENDORS, ...PROVIDERS], ({ root, type }) => `${root} ${type}`.trim())

/** What is wrong with the replies to a client: rows of which the secret came through, or did not. */
async function wrongRows(
  guard: object,
  form: 'whole' | 'events',
  rows: readonly StringRow[],
): Promise<readonly string[]> {
  const cases = rows
    .filter(({ verdict }) => verdict !== 'error')
    .map(row => [row, stepOf(form, row, rows)] as const)
    .filter((each): each is readonly [StringRow, Step] => each[1] !== undefined)
  const [first] = cases
  if (first === undefined) return []
  const root = ROOTS[first[0].root]
  const { call } = createHarness({
    configs: {
      c: { provider: root?.call.provider, reply_model: 'served', output_guardrails: [{ id: 'g', ...guard }] },
    },
    script: cases.map(([, step]) => step),
  })
  const wrong: string[] = []
  for (const [{ path, verdict }] of cases) {
    const body = { ...root?.call.body, ...(form === 'events' ? { stream: true } : {}) }
    const { status, text } = await call({ path: root?.call.path ?? '', headers: USED, body })
    const isRead = verdict === 'text'
    const isDenied = 'deny' in guard && isRead
    const says = isDenied ? status === 446 || text.includes('guardrail_denied') : status === 200
    if (!says || text.includes(SECRET) === isRead) wrong.push(`${path} (${verdict}): ${status} ${text}`)
  }
  return wrong
}

describe('The tables of strings', () => {
  let strings: readonly VendorString[] = []
  const covers = (path: string, { type, path: below }: StringRow): boolean => {
    const known = type + below
    return path === known || (path.startsWith(known) && /^[.[(]/.test(path.slice(known.length)))
  }
  beforeAll(() => {
    strings = vendorStrings((root, path) => PARTS.some(part => part.test(`${root} ${path}`)))
  }, 60_000)

  it('have every string of the types of the vendors, and no other', () => {
    const byRoot = Map.groupBy(VENDORS, ({ root }) => root)
    const missing = strings.filter(
      ({ root, path, kind }) => kind !== 'choice' && !(byRoot.get(root) ?? []).some(row => covers(path, row)),
    )
    const stale = VENDORS.filter(
      row => !strings.some(({ root, path }) => root === row.root && covers(path, row)),
    )
    expect({ missing, stale }).toEqual({ missing: [], stale: [] })
  })

  it('a choice from a list is read nowhere', () => {
    const read = strings.filter(({ root, path, kind }) => {
      if (kind !== 'choice') return false
      const beside = VENDORS.filter(row => row.root === root && path.startsWith(row.type))
      const value = placeStrings(root, path, CHOICE, beside)
      return remainingReplyTexts(value, []).some(({ text }) => text === CHOICE)
    })
    expect(read).toEqual([])
  })

  it('give a reason that is known', () => {
    for (const { verdict } of [...VENDORS, ...PROVIDERS]) expect(Object.keys(VERDICTS)).toContain(verdict)
  })
})

describe.each(Object.entries(GUARDS))('A secret in a reply is %s', (_title, guard) => {
  it.each([...groups])('whole: %s', async (_group, rows) => {
    expect(await wrongRows(guard, 'whole', rows)).toEqual([])
  })

  it.each([...groups])('streamed: %s', async (_group, rows) => {
    expect(await wrongRows(guard, 'events', rows)).toEqual([])
  })
})
