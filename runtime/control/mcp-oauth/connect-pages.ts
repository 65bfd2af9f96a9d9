// The pages that a person sees: plain HTML without scripts, in a browser that loads nothing else for them.
import type { Reply } from '../../values/call.ts'
import type { Headers } from '../../values/headers.ts'
import type { ConsentScopes } from './consent-scopes.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

function htmlReply(status: number, title: string, body: string, headers: Headers, head = ''): Reply {
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${body}</body></html>\n`
  return {
    ...EMPTY,
    status,
    headers: [
      'content-type',
      'text/html; charset=utf-8',
      'content-security-policy',
      POLICY,
      ...SAFE,
      ...headers,
    ],
    body: new TextEncoder().encode(text),
  }
}

const SAFE: Headers = [
  'cache-control',
  'no-store',
  'referrer-policy',
  'same-origin',
  'x-content-type-options',
  'nosniff',
  'x-frame-options',
  'DENY',
]

const EMPTY: Omit<Reply, 'status' | 'headers'> = {
  body: new Uint8Array(0),
  target: undefined,
  provider: undefined,
  retries: 0,
  cache: undefined,
}

/** Leads to the authorization server. Not by a redirect: browsers apply `form-action` to all that follow a form. */
export const departurePage = (location: string, headers: Headers): Reply =>
  htmlReply(
    200,
    'Sign in',
    `<p><a href="${escaped(location)}">Continue to ${escaped(new URL(location).origin)}</a></p>`,
    headers,
    `<meta http-equiv="refresh" content="0;url=${escaped(location)}">`,
  )

export const refusalPage = (status: number, sentence: string, headers: Headers = []): Reply =>
  htmlReply(status, 'Not connected', `<p>${escaped(sentence)}</p>`, headers)

export const connectedPage = (slug: string, headers: Headers): Reply =>
  htmlReply(
    200,
    'Connected',
    `<p>Your account is connected to the MCP server <b>${escaped(slug)}</b>. You can close this page and go back to your client.</p>`,
    headers,
  )

export interface Consent {
  readonly slug: string
  readonly url: string
  /** Who the account is connected for, and the client that wants it. */
  readonly person: string
  readonly client: string | undefined
  readonly issuer: string
  readonly scopes: ConsentScopes
  readonly ticket: string
  readonly proof: string
}

/** What is new of a consent that follows another. */
function scopeChange({ all, held }: ConsentScopes): string {
  if (held.length === 0) return ''
  const added = all.filter(scope => !held.includes(scope))
  const before = `You have allowed ${escaped(held.join(', '))} before, which stays as it is if you cancel.`
  return added.length === 0
    ? `<p>${before}</p>`
    : `<p>New: <b>${escaped(added.join(', '))}</b>. ${before}</p>`
}

/** Asks before anything is sent: the person must see for whom and for which client the account is connected. */
export const consentPage = (
  { slug, url, person, client, issuer, scopes, ticket, proof }: Consent,
  headers: Headers,
): Reply =>
  htmlReply(
    200,
    `Connect your account of ${slug}`,
    [
      `<p>The client <b>${escaped(client ?? 'without a name')}</b> wants to use the MCP server <b>${escaped(slug)}</b> (${escaped(url)}) with your account.</p>`,
      `<p>It is connected for <b>${escaped(person)}</b>. If that is not you, close this page: someone else would use your account.</p>`,
      `<p>You sign in at <b>${escaped(issuer)}</b>${scopes.all.length === 0 ? '' : `, and allow: ${escaped(scopes.all.join(', '))}`}.</p>`,
      scopeChange(scopes),
      `<form method="post"><input type="hidden" name="scopes" value="${escaped(scopes.all.join(' '))}"><input type="hidden" name="ticket" value="${escaped(ticket)}"><input type="hidden" name="proof" value="${escaped(proof)}"><button name="decision" value="allow">Continue</button> <button name="decision" value="deny">Cancel</button></form>`,
    ].join(''),
    headers,
  )
