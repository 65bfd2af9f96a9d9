// Who uses the page: the session that the console holds, how it begins and ends.
import { computed, signal } from '@preact/signals'
import type { ConsoleSession, HeldScopes } from '../../../../schemas/contracts/console-session.ts'
import { writeStored } from '../stored.ts'
import { type ApiResult, CSRF, request } from './client.ts'

export type SessionCaller = NonNullable<ConsoleSession['caller']>

/** Undefined until it is read. */
export const session = signal<ConsoleSession | undefined>(undefined)

export const caller = computed(() => session.value?.caller ?? undefined)

/** Whether the caller has a scope anywhere; what is refused nevertheless is shown where it is. */
export const hasScope = (scope: string): boolean => {
  const who = caller.value
  if (who === undefined) return false
  const holds = (held: HeldScopes): boolean => held === 'all' || held.includes(scope)
  return holds(who.scopes) || who.workspaces.some(each => holds(each.scopes))
}

/** Whether anything may be changed at all. */
export const mayChange = computed(() => session.value?.read_only === false)

export async function refreshSession(): Promise<ApiResult<ConsoleSession>> {
  return use(await request<ConsoleSession>('GET', '/console/session', undefined))
}

export async function signInWithKey(key: string): Promise<ApiResult<ConsoleSession>> {
  return use(await request<ConsoleSession>('POST', '/console/session', { key }))
}

/** The reply has the secret of the new owner's key. */
export async function setUpOwner(token: string): Promise<ApiResult<{ readonly key: string }>> {
  const made = await request<{ readonly key: string; readonly csrf?: string }>('POST', '/console/setup', {
    token,
  })
  if (made.ok && made.data.csrf !== undefined) writeStored(CSRF, made.data.csrf)
  return made
}

export async function signOut(): Promise<void> {
  const ended = await request('DELETE', '/console/session', undefined)
  if (!ended.ok && ended.status === 0) return
  writeStored(CSRF, undefined)
  await refreshSession()
}

/** The reply to a return from the issuer is the page with these values. */
const replied = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="portolan-${name}"]`)?.content

/** Takes the session that a sign-in at the issuer began, and leads back to the address that it began at. */
export function takeReturn(): void {
  const csrf = replied('csrf')
  if (csrf !== undefined) writeStored(CSRF, csrf)
  const isReturn = csrf !== undefined || signInFault() !== undefined
  // The code of the issuer does not stay in the history.
  if (isReturn) window.history.replaceState(null, '', replied('to') ?? '/console/')
}

/** Why a sign-in at the issuer failed. */
export const signInFault = (): string | undefined => replied('sign-in-fault')

function use(result: ApiResult<ConsoleSession>): ApiResult<ConsoleSession> {
  if (!result.ok) return result
  if (result.data.csrf !== undefined) writeStored(CSRF, result.data.csrf)
  session.value = result.data
  return result
}
