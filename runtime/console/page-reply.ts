// Files of the page as replies: validators, compressed variants, and the headers that confine the page.
import { createHash } from 'node:crypto'
import { type Failure, failure } from '../values/failures.ts'
import { type Headers, headerValue } from '../values/headers.ts'

export interface PageFile {
  readonly type: string
  readonly bytes: Uint8Array
  readonly brotli?: Uint8Array
  readonly gzip?: Uint8Array
  /** Whether its name changes with its bytes. */
  readonly immutable: boolean
}

/** By their paths below the console, such as `index.html`. */
export type PageFiles = ReadonlyMap<string, PageFile>

export interface ConsoleReply {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** No inline code, no third parties, no frames, no plugins; strings become no markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Of every reply of the console itself, data included. */
export const CONFINED: Headers = [
  'content-security-policy',
  POLICY,
  'x-content-type-options',
  'nosniff',
  'x-frame-options',
  'DENY',
  'referrer-policy',
  'no-referrer',
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
  'permissions-policy',
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
]

const DOCUMENT = 'index.html'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const NO_BODY = new Uint8Array(0)
const NO_FILE = failure('not_found', 'There is no such file: the page is of another version. Load it again.')

/** The file of a path below the console; the page itself for all others, which it shows by their address. */
export function fileReply(
  files: PageFiles,
  path: string,
  method: string,
  headers: Headers,
): ConsoleReply | Failure {
  const file = files.get(path) ?? (path.startsWith('assets/') ? undefined : files.get(DOCUMENT))
  if (file === undefined) return NO_FILE
  const { coding, bytes } = variantFor(file, headerValue(headers, 'accept-encoding'))
  const tag = `"${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 16)}${coding === undefined ? '' : `-${coding}`}"`
  const validators = [
    ...['etag', tag, 'vary', 'accept-encoding'],
    ...['cache-control', file.immutable ? IMMUTABLE : 'no-cache'],
  ]
  const known = headerValue(headers, 'if-none-match')
  if (known?.split(',').some(each => each.trim().replace(/^W\//, '') === tag))
    return { status: 304, headers: validators, body: NO_BODY }
  return {
    status: 200,
    headers: [
      ...['content-type', file.type, ...validators],
      ...(coding === undefined ? [] : ['content-encoding', coding]),
      ...['content-length', String(bytes.length)],
    ],
    body: method === 'HEAD' ? NO_BODY : bytes,
  }
}

/** The page with values that only this reply has, for the page that a sign-in returns to. */
export function pageWith(
  files: PageFiles,
  values: Readonly<Record<string, string>>,
  status: number,
): ConsoleReply {
  const tags = Object.entries(values)
    .map(([name, value]) => `<meta name="portolan-${name}" content="${escapeHtml(value)}">`)
    .join('')
  const html = Buffer.from(files.get(DOCUMENT)?.bytes ?? NO_BODY).toString()
  const body = Buffer.from(html.replace('<head>', () => `<head>${tags}`))
  return {
    status,
    headers: [
      ...['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-store'],
      ...['content-length', String(body.length)],
    ],
    body,
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, each => ENTITIES[each] ?? '')

interface Variant {
  readonly coding: string | undefined
  readonly bytes: Uint8Array
}

/** The smallest variant that the browser accepts (RFC 9110, section 12.5.3). */
function variantFor({ bytes, brotli, gzip }: PageFile, accepted = ''): Variant {
  const codings = accepted
    .toLowerCase()
    .split(',')
    .flatMap(each => {
      const [name = '', ...parameters] = each.split(';').map(part => part.trim())
      return parameters.some(part => /^q=0(?:\.0*)?$/.test(part)) ? [] : [name]
    })
  for (const [coding, variant] of [
    ['br', brotli],
    ['gzip', gzip],
  ] as const)
    if (variant !== undefined && codings.includes(coding)) return { coding, bytes: variant }
  return { coding: undefined, bytes }
}
