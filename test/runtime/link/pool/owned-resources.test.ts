// Every resource that providers store, over a pool of two accounts: what an account returns goes back to it alone, and lists are those of
// both accounts.
import { describe, expect, it } from 'vitest'
import { accountMark, withMark } from '../../../../runtime/resources/member-ids.ts'
import { readStoredState } from '../../../../schemas/sources.ts'
import {
  ANTHROPIC,
  GEMINI,
  OPENAI,
  type Send,
  sendToPool,
  type Vendor,
} from '../../../support/account-pool.ts'
import type { HarnessReply } from '../../../support/read-harness-reply.ts'
import { twoAccounts } from '../../../support/two-accounts.ts'

const MARK = /-pm[0-9a-z]{10}$/

/** How identifiers of the resource begin, at the vendors that have it. */
const RESOURCES: Readonly<Record<string, readonly (readonly [Vendor, string])[]>> = {
  '/files': [
    [OPENAI, 'file-'],
    [ANTHROPIC, 'file_'],
    [GEMINI, 'files/'],
  ],
  '/uploads': [[OPENAI, 'upload_']],
  '/batches': [
    [OPENAI, 'batch_'],
    [GEMINI, 'batches/'],
  ],
  '/fine_tuning/jobs': [[OPENAI, 'ftjob-']],
  '/responses': [[OPENAI, 'resp_']],
  '/conversations': [[OPENAI, 'conv_']],
  '/chat/completions': [[OPENAI, 'chatcmpl-']],
  '/containers': [[OPENAI, 'cntr_']],
  '/vector_stores': [[OPENAI, 'vs_']],
  '/assistants': [[OPENAI, 'asst_']],
  '/threads': [[OPENAI, 'thread_']],
  '/threads/runs': [],
  '/videos': [[OPENAI, 'video_']],
  '/videos/characters': [[OPENAI, 'char_']],
  '/videos/edits': [],
  '/videos/extensions': [],
  '/evals': [[OPENAI, 'eval_']],
  '/realtime/calls': [[OPENAI, 'rtc_']],
  '/skills': [
    [OPENAI, 'skill_'],
    [ANTHROPIC, 'skill_'],
  ],
  '/messages/batches': [[ANTHROPIC, 'msgbatch_']],
  '/cachedContents': [[GEMINI, 'cachedContents/']],
  '/fileSearchStores': [[GEMINI, 'fileSearchStores/']],
  '/interactions': [],
  '/tunedModels': [[GEMINI, 'tunedModels/']],
}

const file = (account: string): string => withMark('file-1', accountMark(account))

/** Bodies of creations that the gateway validates: they name a file of an account. */
const BODIES: Readonly<Record<string, (account: string) => object>> = {
  '/batches': account => ({
    input_file_id: file(account),
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  }),
  '/fine_tuning/jobs': account => ({ model: 'gpt-4.1', training_file: file(account) }),
}

const idOf = ({ json }: HarnessReply, prefix: string): string =>
  (json as Record<string, string>)[prefix.includes('/') ? 'name' : 'id'] ?? ''

/** The path of an identifier below its collection. */
const pathOf = (collection: string, id: string, prefix: string): string =>
  prefix.includes('/') ? `/${id}` : `${collection}/${id}`

it('covers every resource of the table', () => {
  expect(Object.keys(RESOURCES)).toEqual(readStoredState().resources.map(({ path }) => path))
})

const cases = readStoredState().resources.flatMap(({ path, listed }) =>
  (RESOURCES[path] ?? []).map(([vendor, prefix]) => ({ path, vendor, prefix, listed, of: vendor.provider })),
)

describe.each(cases)('$path of $of', ({ path, vendor, prefix, listed }) => {
  const created = BODIES[path]

  // Chats and responses are created by calls, which other tests send.
  const isCreatedHere = path !== '/chat/completions' && path !== '/responses'
  if (isCreatedHere)
    it('what is created names its account, and goes back to it alone', async () => {
      const accounts = twoAccounts({ [path]: prefix })
      const send = sendToPool(vendor, accounts.upstream, { draws: [0.9, 0.1] })
      const second = idOf(await send('POST', path, created?.('b') ?? {}), prefix)
      const first = idOf(await send('POST', path, created?.('a') ?? {}), prefix)
      expect([second, first]).toEqual([
        expect.stringMatching(new RegExp(`^${prefix}b1-pm`)),
        expect.stringMatching(new RegExp(`^${prefix}a1-pm`)),
      ])
      for (const id of [second, first]) {
        const read = await send('GET', pathOf(path, id, prefix))
        expect([read.status, idOf(read, prefix)]).toEqual([200, id])
      }
      const deleted = await send('DELETE', pathOf(path, second, prefix))
      expect([deleted.status, idOf(deleted, prefix)]).toEqual([200, second])
      const plain = (id: string): string => pathOf(path, id.replace(MARK, ''), prefix)
      expect(accounts.requests().slice(2)).toEqual([
        `b GET ${plain(second)}`,
        `a GET ${plain(first)}`,
        `b DELETE ${plain(second)}`,
      ])
    })

  it('an identifier without a mark is looked for in each account', async () => {
    const accounts = twoAccounts({ [path]: prefix })
    accounts.store('b', path, `${prefix}old`)
    const send = sendToPool(vendor, accounts.upstream)
    const read = await send('GET', pathOf(path, `${prefix}old`, prefix))
    expect([read.status, idOf(read, prefix)]).toEqual([
      200,
      expect.stringMatching(new RegExp(`^${prefix}old-pm`)),
    ])
    const unknown = await send('GET', pathOf(path, `${prefix}none`, prefix))
    expect([unknown.status, unknown.json]).toEqual([
      404,
      expect.objectContaining({ error: expect.anything() }),
    ])
    expect(accounts.requests().map(text => text.slice(0, 5))).toEqual(['a GET', 'b GET', 'a GET', 'b GET'])
  })

  // The other collections have no list.
  if (listed === true)
    it('lists have every item once, whatever the size of a page', async () => {
      for (const size of [1, 2, 3, 4, 5, 7])
        for (const [a, b] of [
          [3, 3],
          [0, 4],
          [4, 0],
          [0, 0],
          [2, 5],
        ] as const) {
          const accounts = twoAccounts({ [path]: prefix })
          const ids = (account: string, count: number): string[] =>
            Array.from({ length: count }, (_, index) => `${prefix}${account}${index + 1}`)
          accounts.store('a', path, ...ids('a', a))
          accounts.store('b', path, ...ids('b', b))
          const pages = await readPages(sendToPool(vendor, accounts.upstream), path, prefix, size)
          const found = pages.flat()
          expect(found.map(id => id.replace(MARK, ''))).toEqual([...ids('a', a), ...ids('b', b)])
          expect(found.every(id => MARK.test(id))).toBe(true)
          expect(pages.slice(0, -1).every(page => page.length === size)).toBe(true)
          expect(pages).toHaveLength(Math.max(1, Math.ceil((a + b) / size)))
        }
    })

  if (listed === true)
    it('a list fails if one account cannot be read', async () => {
      const accounts = twoAccounts({ [path]: prefix })
      accounts.store('a', path, `${prefix}a1`)
      accounts.break('b', { status: 503, body: { error: { message: 'Down.' } } })
      expect((await sendToPool(vendor, accounts.upstream)('GET', path)).status).toBe(503)
    })
})

/** The identifiers of each page, until the vendor's client would stop. */
async function readPages(send: Send, path: string, prefix: string, size: number): Promise<string[][]> {
  const isGemini = prefix.includes('/')
  const pages: string[][] = []
  let query = isGemini ? `?pageSize=${size}` : `?limit=${size}`
  for (let count = 0; count < 20; count += 1) {
    const { json, status, text } = await send('GET', path + query)
    expect([status, text]).toEqual([200, expect.any(String)])
    const { data, has_more, last_id, nextPageToken, ...rest } = json as {
      data?: { id: string }[]
      has_more?: boolean
      last_id?: string
      nextPageToken?: string
      [key: string]: unknown
    }
    const named = Object.values(rest).find(Array.isArray) as { name: string }[] | undefined
    pages.push(isGemini ? (named ?? []).map(({ name }) => name) : (data ?? []).map(({ id }) => id))
    if (isGemini ? nextPageToken === undefined : has_more !== true) return pages
    const cursor =
      path === '/messages/batches' || (path === '/files' && prefix === 'file_') ? 'after_id' : 'after'
    query = isGemini
      ? `?pageSize=${size}&pageToken=${encodeURIComponent(nextPageToken ?? '')}`
      : `?limit=${size}&${cursor}=${last_id}`
  }
  throw new Error('A list does not end.')
}
