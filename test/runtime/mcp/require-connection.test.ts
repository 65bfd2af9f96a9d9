// Who is asked for an account, or for scopes of it: the person of a call that the gateway itself has refused for that, not the one of a
// server that says so of itself or of others.
import { expect, it } from 'vitest'
import { withConnections } from '../../../runtime/mcp/catalogue/require-connection.ts'
import { failedOutcome } from '../../../runtime/mcp/messages/fault.ts'
import type { RpcOutcome } from '../../../runtime/mcp/messages/message.ts'
import { outcomeOf } from '../../../runtime/mcp/upstream/answer-outcome.ts'
import { failure } from '../../../runtime/values/failures.ts'

async function serve(outcome: RpcOutcome): Promise<readonly unknown[]> {
  const asked: unknown[] = []
  const auth = {
    perSubject: true,
    headers: () => [],
    connect: async (_subject: unknown, _client: unknown, scopes: readonly string[]) => {
      asked.push(scopes)
      return 'https://gateway.example.com/mcp/connect/mail?ticket=1'
    },
  }
  const session = {
    entry: { members: [{ server: { slug: 'mail', address: { slug: 'mail', auth } } }] },
    client: { capabilities: {}, info: undefined, revision: undefined },
    subject: { key: 'user:ada', user: 'ada', workspace: 'default' },
  }
  await withConnections(async () => outcome)(
    { method: 'tools/call', params: {} } as never,
    session as never,
    { cancellation: { cancelled: () => false } } as never,
  )
  return asked
}

const challenged = outcomeOf(
  {
    status: 403,
    headers: ['www-authenticate', 'Bearer error="insufficient_scope", scope="files:write"'],
  } as never,
  { slug: 'mail', auth: { perSubject: true } } as never,
)
const spoken = (code: string): RpcOutcome => ({
  fault: { code: 403, message: 'no', data: { code, param: 'mail', scopes: ['mail:delete'] } },
})

it.each<readonly [string, RpcOutcome, readonly unknown[]]>([
  ['has no account', failedOutcome(failure('connection_required', 'none', { param: 'mail' })), [[]]],
  ['is refused with a challenge', challenged, [['files:write']]],
  ['is refused with an error that looks like a missing account', spoken('connection_required'), []],
  ['is refused with an error that looks like missing scopes', spoken('insufficient_scope'), []],
])('a call that %s', async (_title, outcome, asked) => {
  expect(await serve(outcome)).toEqual(asked)
})
