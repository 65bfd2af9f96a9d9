// Requests of the page to its gateway. A refusal is a value; what cannot be reached is tried again by who asks.
import { signal } from '@preact/signals'
import { readStored } from '../stored.ts'
import { PAGE_PATIENCE } from './page-patience.ts'

export interface ApiRefusal {
  readonly ok: false
  /** 0 where no reply came. */
  readonly status: number
  readonly code: string
  readonly message: string
}

export type ApiResult<T> = { readonly ok: true; readonly data: T; readonly etag?: string } | ApiRefusal

export type ApiQuery = Readonly<Record<string, string | number | boolean | undefined>>

/** Whether the last request reached the gateway. */
export const isReachable = signal(true)

/** Counts refusals for a session that has ended: the page then offers to sign in, over what is open. */
export const endedSessions = signal(0)

export const CSRF = 'csrf'
const CSRF_HEADER = 'x-portolan-csrf'

export const api = {
  /** Reads an object of the interface; the path begins with `/v1/`. */
  get: <T>(path: string, query?: ApiQuery, signal?: AbortSignal): Promise<ApiResult<T>> =>
    request<T>('GET', `/console/api${path}${searchOf(query)}`, undefined, { signal }),
  /** Changes one; `ifMatch` is the `etag` of what was read. */
  send: <T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<ApiResult<T>> => request<T>(method, `/console/api${path}`, body, options),
  /** The reply itself, for streams and downloads. */
  fetch: (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`/console/api${path}`, { ...init, headers: { ...bound(), ...init.headers }, redirect: 'error' }),
}

interface SendOptions {
  readonly ifMatch?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The header that binds a request to this page: other sites and ports do not have it. */
const bound = (): Record<string, string> => {
  const token = readStored(CSRF)
  return token === undefined ? {} : { [CSRF_HEADER]: token }
}

export function searchOf(query: ApiQuery = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

/** Sends a request to the console itself or to the interface behind it. */
export async function request<T>(
  method: string,
  path: string,
  body: unknown,
  { ifMatch, signal }: SendOptions = {},
): Promise<ApiResult<T>> {
  const patience = AbortSignal.timeout(PAGE_PATIENCE)
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...bound(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      redirect: 'error',
      cache: 'no-store',
    })
    // A reply that is cut is none.
    text = await response.text()
  } catch {
    if (signal?.aborted === true) return refusal(0, 'aborted', 'The request was given up.')
    isReachable.value = false
    return refusal(0, 'unreachable', 'The gateway cannot be reached.')
  }
  isReachable.value = true
  const value = parse(text)
  if (response.ok) {
    const etag = response.headers.get('etag')
    return { ok: true, data: value as T, ...(etag !== null && { etag }) }
  }
  const { code = 'unknown', message = `The gateway replied with the status ${response.status}.` } =
    (value as { error?: { code?: string; message?: string } } | undefined)?.error ?? {}
  if (response.status === 401) endedSessions.value += 1
  return refusal(response.status, String(code), String(message))
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusal = (status: number, code: string, message: string): ApiRefusal => ({
  ok: false,
  status,
  code,
  message,
})
