// The console: the page, sessions of browsers, and the page's way to the gateway. The page reaches nothing that its caller could not reach
// with the same key, and the secret of a key never reaches a script.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConsoleSession } from '../../schemas/contracts/console-session.ts'
import type { Gateway } from '../../schemas/generated/types.ts'
import { asText, isObject, parseJson } from '../../schemas/values/json.ts'
import { createOwnerKey } from '../control/access/keys/create-owner-key.ts'
import type { KeyIndex } from '../control/access/keys/key-index.ts'
import type { Principal } from '../control/core/principal.ts'
import { storeFault } from '../control/core/store-error.ts'
import { type Lingering, lingerAfterReply } from '../http/linger.ts'
import { readBody } from '../http/read-body.ts'
import { authorityOf } from '../http/request-head.ts'
import { respond } from '../http/respond.ts'
import type { ConsoleArrival } from '../http/serving-gateway.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure, methodNotAllowed } from '../values/failures.ts'
import { isJsonDocument } from '../values/headers.ts'
import type { MemoryBudget } from '../values/memory-budget.ts'
import { hasDotSegments } from '../values/path-traversal.ts'
import type { Ports } from '../values/ports.ts'
import { COMPILER_SCRIPT } from './compiler-script.ts'
import {
  type ConsoleSources,
  describeCaller,
  describeGateway,
  identifyCaller,
  isOwner,
  longestSession,
  methodsOf,
} from './console-caller.ts'
import { forwardedUrl, forwardRequest, isRead } from './forward-request.ts'
import { type GuardedRequest, isLoopback, refuseHost, refuseOrigin, requestHost } from './guard-request.ts'
import { discoverIssuer, finishCodeFlow, IssuerError, startCodeFlow } from './issuer-client.ts'
import type { IssuerClient } from './issuer-settings.ts'
import { CONFINED, type ConsoleReply, fileReply, type PageFiles, pageWith } from './page-reply.ts'
import {
  type CookieScope,
  clearCookies,
  cookieScope,
  cookieValue,
  isSameSecret,
  type PendingSignIn,
  readPendingSignIn,
  SESSION_COOKIE,
  SIGN_IN_COOKIE,
  setCookies,
} from './session-cookie.ts'
import {
  type BrowserSession,
  createConsoleSessions,
  firstAccepted,
  SESSION_ENDED,
  type SessionPorts,
} from './sessions.ts'

/** The part of a bundle that the console works with. */
export interface ConsoleBundle {
  readonly gateway: Gateway
  readonly plan: string
  /** Keys of the store; absent without one. */
  readonly keys: KeyIndex | undefined
  /** Absent until the control plane is loaded. */
  readonly sources: ConsoleSources | undefined
  /** The workspaces whose callers are served; absent if all are. */
  readonly servesWorkspace: ((workspace: string) => boolean) | undefined
  /** Whether the process serves calls of models. */
  readonly servesCalls: boolean
}

export interface ConsolePorts extends SessionPorts, Pick<Ports, 'hash' | 'randomId'> {
  readonly memory: MemoryBudget
  /** Makes the first owner. */
  readonly setupToken: string
  /** Resolves once the bundle that is served has the control plane. */
  readonly loadControl: () => Promise<void>
  readonly loadPage: () => Promise<PageFiles>
  /** The script of the compiler, which is loaded when its screen is opened. */
  readonly loadCompiler: () => Promise<PageFiles>
  /** Serves a request of the page as one of a client of the gateway. */
  readonly serveApi: (request: IncomingMessage, response: ServerResponse) => void
  /** The listener of the console. */
  readonly host: string
  readonly isSecure: boolean
  /** The port of calls, and whether they are encrypted; undefined if there are none. */
  readonly calls: () => { readonly port: number; readonly secure: boolean } | undefined
}

export interface RunningConsole {
  readonly serve: (arrival: ConsoleArrival) => Promise<void>
  /** Undefined: the next bundle has no console. */
  readonly swap: (next: ConsoleBundle | undefined) => void
}

const BASE = '/console/'
const API = 'api/'
/** Bytes of the body of a sign-in. */
const MAX_BODY = 16_384
/** Seconds that a person may take at the issuer. */
const SIGN_IN_TIME = 600
const NO_STORE = ['cache-control', 'no-store']
const NO_BODY = new Uint8Array(0)

const NOT_SERVED = failure('not_found', 'The console is not served by this version of the gateway.')
const READ_ONLY = failure('forbidden', 'The console only shows here (console.read_only in the manifest).')
const NOT_JSON = failure('unsupported_media_type', 'The console takes application/json.')
const NO_TLS = failure(
  'forbidden',
  'Keys are not taken over plain HTTP from another machine: use https, or set listen.behind_proxy if a proxy ends TLS.',
)
const OWNER_ELSEWHERE = failure(
  'forbidden',
  'The key of an owner signs in only on the machine of the gateway, at http://localhost. Elsewhere use sign_in, or a key with the scopes that you need.',
)
const WRONG_KEY = failure('invalid_api_key', 'The gateway does not accept this key.')
const WRONG_TOKEN = failure('forbidden', 'This is not the setup token of this gateway, or it has been used.')
const DOT_SEGMENTS = failure('invalid_request', 'The path has a dot segment.')
const LATE = 'The sign-in took too long, or was begun in another browser. Sign in again.'

/** What a handler knows of its request. */
interface Visit {
  readonly bundle: ConsoleBundle
  readonly sources: ConsoleSources
  readonly request: IncomingMessage
  readonly headers: readonly string[]
  readonly method: string
  readonly url: URL
  readonly scope: CookieScope
  readonly isLocal: boolean
  readonly isPrivate: boolean
  readonly onKey: (() => void) | undefined
}

/** Loads files at the first call, and again if that failed. */
function loadedOnce(load: () => Promise<PageFiles>): () => Promise<PageFiles> {
  let files: Promise<PageFiles> | undefined
  return () => {
    files ??= load().catch((error: unknown) => {
      files = undefined
      throw error
    })
    return files
  }
}

export function createConsole(first: ConsoleBundle, ports: ConsolePorts): RunningConsole {
  const { clock, seal } = ports
  const sessions = createConsoleSessions(ports)
  const lingering: Lingering = { count: 0 }
  let current: ConsoleBundle | undefined = first
  const loadPage = loadedOnce(ports.loadPage)
  const loadCompiler = loadedOnce(ports.loadCompiler)

  const identify = ({ bundle, sources }: Visit, credential: string | undefined) =>
    identifyCaller(sources, bundle.servesWorkspace, credential)

  const findSession = (visit: Visit): Promise<BrowserSession | Failure | undefined> =>
    sessions.find(visit.headers, visit.scope, {
      identify: credential => identify(visit, credential),
      issuer: issuerOf(visit.bundle.gateway),
      longest: longestSession(visit.sources),
      catchUp: async () => await visit.sources.context.replica?.look(),
      age: () => visit.sources.context.replica?.age() ?? 0,
    })

  const describe = (visit: Visit, principal: Principal | undefined, csrf?: string): ConsoleSession => {
    const { bundle, sources, url } = visit
    const calls = bundle.servesCalls ? ports.calls() : undefined
    const callsOrigin = calls && `${calls.secure ? 'https' : 'http'}://${url.hostname}:${calls.port}`
    return {
      ...(csrf !== undefined && { csrf }),
      caller: principal === undefined ? null : describeCaller(principal, sources),
      methods: methodsOf(sources, true),
      read_only: bundle.gateway.console?.readOnly === true,
      gateway: describeGateway(sources, bundle.plan, url.origin, callsOrigin),
    }
  }

  const readSession = async (visit: Visit): Promise<ConsoleReply | Failure> => {
    const found = await findSession(visit)
    if (isFailure(found) && found !== SESSION_ENDED) return found
    if (found !== undefined && !isFailure(found))
      return json(200, describe(visit, found.principal), found.cookies)
    const open = await identify(visit, undefined)
    return json(200, describe(visit, isFailure(open) ? undefined : open))
  }

  /** Why a key may not be sent from here, or not this one. */
  const refuseSender = ({ isPrivate }: Visit): Failure | undefined => (isPrivate ? undefined : NO_TLS)

  const signInWithKey = async (visit: Visit): Promise<ConsoleReply | Failure> => {
    const key = await readField(visit.request, 'key', ports.memory)
    if (isFailure(key)) return key
    const refused = refuseSender(visit)
    if (refused !== undefined) return refused
    const principal = await identify(visit, key)
    if (isFailure(principal)) return principal.code === 'store_unavailable' ? principal : WRONG_KEY
    if (principal.type === 'anyone' || principal.type === 'person') return WRONG_KEY
    if (isOwner(principal) && !visit.isLocal) return OWNER_ELSEWHERE
    visit.onKey?.()
    const begun = await sessions.begin(visit.scope, key, visit.bundle.gateway.console?.sessionTtl ?? 0)
    return isFailure(begun) ? begun : json(200, describe(visit, principal, begun.csrf), begun.cookies)
  }

  const signOut = async (visit: Visit): Promise<ConsoleReply> => {
    await sessions.end(visit.headers, visit.scope)
    return {
      status: 204,
      headers: [...NO_STORE, ...cookieHeaders(clearCookies(visit.headers, visit.scope, SESSION_COOKIE))],
      body: NO_BODY,
    }
  }

  const setUp = async (visit: Visit): Promise<ConsoleReply | Failure> => {
    const token = await readField(visit.request, 'token', ports.memory)
    if (isFailure(token)) return token
    const refused = refuseSender(visit)
    if (refused !== undefined) return refused
    const { context } = visit.sources
    const { keys, store, replica } = context
    const mayMake = keys !== undefined && store !== undefined && !keys.hasOwner()
    if (!isSameSecret(token, ports.setupToken) || !mayMake) return WRONG_TOKEN
    const key = await createOwnerKey({
      ...{ store, replica, ports, digest: keys.digest },
      by: { id: 'setup token', method: 'POST', uri: '/console/setup' },
    })
    if (isFailure(key)) return WRONG_TOKEN
    const begun = visit.isLocal
      ? await sessions.begin(visit.scope, key, visit.bundle.gateway.console?.sessionTtl ?? 0)
      : undefined
    return begun === undefined || isFailure(begun)
      ? json(200, { key })
      : json(200, { key, csrf: begun.csrf }, begun.cookies)
  }

  const startSignIn = async (visit: Visit): Promise<ConsoleReply | Failure> => {
    const { gateway } = visit.bundle
    const issuer = issuerOf(gateway)
    if (issuer === undefined || gateway.publicUrl === undefined) return NO_ISSUER
    const to = returnAddress(visit.url.searchParams.get('to'))
    // The issuer sends browsers back there, and the cookie must be there too.
    if (requestHost(visit.headers) !== new URL(gateway.publicUrl).host)
      return redirect(`${gateway.publicUrl}${BASE}sign-in?to=${encodeURIComponent(to)}`)
    try {
      const found = await discoverIssuer(issuer, ports.fetch)
      const { url, verifier, state, nonce } = await startCodeFlow(
        found,
        `${gateway.publicUrl}${BASE}callback`,
      )
      const pending: PendingSignIn = {
        ...{ verifier, state, nonce, to },
        expires: clock.now() + SIGN_IN_TIME * 1000,
      }
      // The return comes from the site of the issuer, where a strict cookie would not be sent.
      const cookies = setCookies(
        visit.scope,
        SIGN_IN_COOKIE,
        seal.seal(SIGN_IN, pending),
        SIGN_IN_TIME,
        'Lax',
      )
      return redirect(url, cookies)
    } catch (error) {
      if (!(error instanceof IssuerError)) throw error
      return faultPage(502, error.message)
    }
  }

  const finishSignIn = async (visit: Visit): Promise<ConsoleReply | Failure> => {
    const { gateway } = visit.bundle
    const issuer = issuerOf(gateway)
    if (issuer === undefined || gateway.publicUrl === undefined) return NO_ISSUER
    const sealed = cookieValue(visit.headers, visit.scope, SIGN_IN_COOKIE)
    const opened = sealed === undefined ? undefined : seal.open(SIGN_IN, sealed)
    const pending = opened && readPendingSignIn(opened)
    if (pending === undefined || pending.expires <= clock.now()) return faultPage(403, LATE)
    const used = clearCookies(visit.headers, visit.scope, SIGN_IN_COOKIE)
    try {
      const found = await discoverIssuer(issuer, ports.fetch)
      const redirected = `${gateway.publicUrl}${BASE}callback`
      const returned = new URL(`${redirected}${visit.url.search}`)
      const { tokens, refreshToken } = await finishCodeFlow(found, returned, {
        ...pending,
        redirect: redirected,
      })
      const accepted = await firstAccepted(tokens, token => identify(visit, token))
      if (isFailure(accepted))
        return faultPage(accepted.code === 'store_unavailable' ? 503 : 403, accepted.message, used)
      const { sessionTtl = 0 } = gateway.console ?? {}
      const seconds = Math.min(sessionTtl, longestSession(visit.sources) ?? sessionTtl)
      const begun = await sessions.begin(visit.scope, accepted.token, seconds, { refresh: refreshToken })
      if (isFailure(begun)) return faultPage(403, begun.message, used)
      const reply = pageWith(await loadPage(), { csrf: begun.csrf, to: pending.to }, 200)
      return withCookies(reply, [...used, ...begun.cookies])
    } catch (error) {
      if (!(error instanceof IssuerError)) throw error
      return faultPage(403, error.message, used)
    }
  }

  /** The page, with what went wrong at the issuer. */
  const faultPage = async (
    status: number,
    fault: string,
    cookies: readonly string[] = [],
  ): Promise<ConsoleReply> =>
    withCookies(pageWith(await loadPage(), { 'sign-in-fault': fault }, status), cookies)

  /** Undefined where the gateway serves it. */
  const serveApi = async (
    visit: Visit,
    response: ServerResponse,
    url: string,
  ): Promise<Failure | undefined> => {
    const forwarded = forwardedUrl(url)
    if (isFailure(forwarded)) return forwarded
    const { gateway } = visit.bundle
    if (gateway.console?.readOnly === true && !isRead(visit.method, forwarded)) return READ_ONLY
    const found = await findSession(visit)
    if (isFailure(found)) return found
    if (found === undefined) {
      const open = await identify(visit, undefined)
      if (isFailure(open)) return SESSION_ENDED
    } else {
      visit.onKey?.()
      if (found.cookies.length > 0) response.setHeader('set-cookie', found.cookies)
    }
    forwardRequest(
      visit.request,
      forwarded,
      gateway.headerPrefix,
      found && { text: found.sealed.credential, isPerson: found.sealed.isPerson },
    )
    ports.serveApi(visit.request, response)
    return undefined
  }

  const visitOf = async ({ request, url, onKey }: ConsoleArrival, bundle: ConsoleBundle): Promise<Visit> => {
    if (bundle.sources === undefined) await ports.loadControl()
    const { sources } = current ?? bundle
    if (sources === undefined || current === undefined) throw new Error('The console has no control plane.')
    const { rawHeaders: headers, method = 'GET', socket } = request
    const host = requestHost(headers)
    const isProxied = bundle.gateway.listen.behindProxy === true
    const { publicUrl } = bundle.gateway
    const isHttps =
      ports.isSecure ||
      (publicUrl !== undefined && new URL(publicUrl).host === host
        ? publicUrl.startsWith('https:')
        : isProxied && !isLoopback(host))
    return {
      ...{ bundle: current, sources, request, headers, method, onKey },
      url: new URL(url, `${isHttps ? 'https' : 'http'}://${host}`),
      scope: cookieScope(isHttps),
      isLocal: isLoopback(host),
      isPrivate: ports.isSecure || isProxied || isLocalAddress(socket.remoteAddress),
    }
  }

  const handle = async (
    arrival: ConsoleArrival,
    response: ServerResponse,
  ): Promise<ConsoleReply | Failure | undefined> => {
    const { request, pathname, refusal, foreign } = arrival
    if (refusal !== undefined) return refusal
    if (current === undefined) return NOT_SERVED
    const { gateway } = current
    const { method = 'GET', rawHeaders: headers } = request
    const guarded: GuardedRequest = { method, headers, authority: authorityOf(request.url ?? '/') }
    const refused = refuseHost(guarded, { host: ports.host, gateway })
    if (refused !== undefined) return refused
    const path = pathname.slice(BASE.length)
    const methods = path.startsWith(API) ? undefined : (METHODS.get(path) ?? PAGE_METHODS)
    if (methods?.includes(method) === false) return notAllowed(method, methods)
    const isFromPage = methods === undefined || DATA.has(path)
    if (isFromPage) {
      const outside = foreign ?? refuseOrigin(guarded, gateway)
      if (outside !== undefined) return outside
    }
    if (methods === undefined) return await serveApi(await visitOf(arrival, current), response, arrival.url)
    if (path === 'session' && method !== 'POST') {
      const visit = await visitOf(arrival, current)
      return method === 'DELETE' ? await signOut(visit) : await readSession(visit)
    }
    if (path === 'session') return await signInWithKey(await visitOf(arrival, current))
    if (path === 'setup') return await setUp(await visitOf(arrival, current))
    if (path === 'sign-in') return await startSignIn(await visitOf(arrival, current))
    if (path === 'callback') return await finishSignIn(await visitOf(arrival, current))
    if (hasDotSegments(path)) return DOT_SEGMENTS
    const files = path === COMPILER_SCRIPT ? await loadCompiler() : await loadPage()
    return fileReply(files, path, method, headers)
  }

  return {
    serve: async arrival => {
      const { request, response } = arrival
      const result = await handle(arrival, response).catch(storeFault)
      if (result === undefined || response.destroyed) return
      const { status, headers, body } = isFailure(result)
        ? { ...failureReply(result), headers: [...failureReply(result).headers, ...NO_STORE] }
        : result
      // What was not read of the body would precede the next request.
      if (isFailure(result) && !request.complete) {
        response.setHeader('connection', 'close')
        lingerAfterReply(request, response, clock, lingering)
        request.resume()
      }
      if (body instanceof Uint8Array) respond(response, status, [...headers, ...CONFINED], body, () => {})
    },
    swap: next => {
      current = next
    },
  }
}

const SIGN_IN = 'sign-in'
const METHODS: ReadonlyMap<string, readonly string[]> = new Map([
  ['session', ['GET', 'POST', 'DELETE']],
  ['setup', ['POST']],
  ['sign-in', ['GET']],
  ['callback', ['GET']],
])
const PAGE_METHODS: readonly string[] = ['GET', 'HEAD']
/** Paths that only the page itself requests. */
const DATA: ReadonlySet<string> = new Set(['session', 'setup'])

const NO_ISSUER = failure('not_found', 'People do not sign in to this gateway with their accounts.')

const notAllowed = (method: string, allow: readonly string[]): Failure =>
  methodNotAllowed(allow, `This path of the console has no ${method.slice(0, 20)}.`)

/** IPv4 addresses appear as IPv6 ones where the listener has both. */
const isLocalAddress = (address = ''): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address)

const issuerOf = ({ signIn }: Gateway): IssuerClient | undefined =>
  signIn?.clientId === undefined
    ? undefined
    : { issuer: signIn.issuer, clientId: signIn.clientId, scopes: signIn.scopes }

/** An address in the console; its start for any other. */
const returnAddress = (to: string | null): string =>
  to !== null && /^\/console\/(?![/\\])[^\\]*$/.test(to) && to.length <= 2000 ? to : BASE

const json = (status: number, value: object, cookies: readonly string[] = []): ConsoleReply => {
  const body = Buffer.from(JSON.stringify(value))
  return {
    status,
    headers: [
      ...['content-type', 'application/json', 'content-length', String(body.length)],
      ...NO_STORE,
      ...cookieHeaders(cookies),
    ],
    body,
  }
}

const cookieHeaders = (cookies: readonly string[]): readonly string[] =>
  cookies.flatMap(cookie => ['set-cookie', cookie])

const withCookies = (reply: ConsoleReply, cookies: readonly string[]): ConsoleReply => ({
  ...reply,
  headers: [...reply.headers, ...cookieHeaders(cookies)],
})

const redirect = (url: string, cookies: readonly string[] = []): ConsoleReply => ({
  status: 303,
  headers: ['location', url, 'content-length', '0', ...NO_STORE, ...cookieHeaders(cookies)],
  body: NO_BODY,
})

/** A string of a small JSON body. */
async function readField(
  request: IncomingMessage,
  name: string,
  memory: MemoryBudget,
): Promise<string | Failure> {
  if (!isJsonDocument(request.headers['content-type'])) return NOT_JSON
  const lease = memory.lease()
  try {
    const limits = { buffered: MAX_BODY, upload: undefined, free: memory.free }
    const read = await new Promise<Uint8Array | Failure>(resolve => {
      const reading = readBody(request, limits, lease, result =>
        resolve(result === undefined ? LEFT : isFailure(result) ? result : result.bytes),
      )
      request.once('close', reading.abort)
    })
    if (isFailure(read)) return read
    const value = parseJson(Buffer.from(read).toString())
    const text = isObject(value) ? asText(value[name]) : undefined
    return text === undefined || text === ''
      ? failure('invalid_request', `The body must be {"${name}": "..."}.`, { param: name })
      : text
  } finally {
    lease.release()
  }
}

const LEFT = failure('cancelled', 'The client disconnected before its request had arrived.')
