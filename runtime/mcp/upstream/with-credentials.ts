// Sends a request with the credentials of its subject, again where the server refuses them and there are others.
import { isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { Answer } from './await-answer.ts'
import type { McpSubject, ServerAddress } from './server-address.ts'

export async function withCredentials(
  { address: { auth }, subject }: { readonly address: ServerAddress; readonly subject: McpSubject },
  send: (credentials: Headers) => Promise<Answer>,
): Promise<Answer> {
  const credentials = await auth.headers(subject)
  if (isFailure(credentials)) return { status: 0, headers: [], failure: credentials }
  const answer = await send(credentials)
  if (answer.status !== 401 || (await auth.renew?.(subject, credentials)) !== true) return answer
  const others = await auth.headers(subject)
  return isFailure(others) ? { status: 0, headers: [], failure: others } : await send(others)
}
