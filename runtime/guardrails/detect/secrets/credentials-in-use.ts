// Secrets by where they are used: passwords in URLs, `Authorization` headers, `curl -u`, signed URLs and webhooks,
// whose path is the secret.
import type { TextMatch } from '../text/text-match.ts'
import { isKeyLike, looksRandom } from './entropy.ts'
import { isPlaceholder } from './placeholders.ts'

const PASSWORD_IN_URL = /:\/\/[^\s:/@"'`<>]{0,100}:([^\s/@"'`<>]{3,200})@[\w[]/g
/** People leave the slashes of those of databases unescaped; a port is none. */
const PASSWORD_OF_DATABASE =
  /\b(?:postgres|mysql|maria|mongo|redis|amqp)[\w+]{0,20}:\/\/[^\s:/@"'`<>]{0,100}:((?!\d{2,5}[/?])[^\s@"'`<>]{3,200})@[\w[]/g

export function* passwordsInUrls(text: string): Iterable<TextMatch> {
  for (const pattern of [PASSWORD_IN_URL, PASSWORD_OF_DATABASE])
    for (const match of text.matchAll(pattern)) {
      const password = match[1] ?? ''
      const end = match.index + match[0].length - 2
      if (!isPlaceholder(password)) yield { kind: 'PASSWORD', start: end - password.length, end }
    }
}

const SCHEME = /\b(?:bearer|basic)[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,2000})/gi
/** Any scheme, or none, in a header that is certainly `Authorization`. */
const HEADER =
  /\bauthorization\\{0,3}["'`]?[ \t]{0,4}[:=,][ \t]{0,4}\\{0,3}["'`]?(?:[A-Za-z][\w-]{1,20}[ \t]{1,4})?(?:[A-Za-z]{2,12}=["']?)?([\w.~+/=:-]{16,2000})/gi

/** Values of `Authorization` headers. */
export function* authorizations(text: string): Iterable<TextMatch> {
  for (const pattern of [SCHEME, HEADER])
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? ''
      const end = match.index + match[0].length
      if (/\d/.test(value) && /[A-Za-z]/.test(value) && looksLikeCredential(value))
        yield { kind: 'AUTHORIZATION', start: end - value.length, end }
    }
}

const looksLikeCredential = (value: string): boolean =>
  (looksRandom(value) || isKeyLike(value)) && !isPlaceholder(value)

/** Options of programs that take `user:password`, or a password. */
const COMMANDS: readonly RegExp[] = [
  /\b(?:curl|wget|http|https|xh)\b(?:[^\n|;\\]|\\\r?[^\r]){0,400}?[ \t](?:-u|--user|-U|--proxy-user|-a|--auth)(?:[ \t]{1,4}|=)["']?[^\s"':$<]{0,200}["']?:["']?([^\s"'<>]{3,200})/g,
  /\bcurl\b[^\n|;]{0,400}?[ \t](?:-u|--user)(?:[ \t]{1,4}|=)["']?([\w.~-]{20,200}):(?=["'\s]|$)/g,
  /\bsshpass[ \t]{1,4}-p[ \t]{0,4}["']?([^\s"']{3,200})/g,
  /\b(?:docker|podman|helm|oras|az|cf)\b[^\n|;]{0,200}?\blogin\b[^\n|;]{0,200}?[ \t]-p[ \t]{1,4}["']?([^\s"']{6,200})/g,
  /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,200}?[ \t]-p([^\s"']{6,200})/g,
  /\blogin[ \t]{1,4}[^\s]{1,80}\s{1,8}password[ \t]{1,4}([^\s]{6,200})/g,
  // A line of .pgpass: host, port, database, user, password.
  /^(?:\*|[\w.-]{1,100}):(?:\*|\d{4,5}):(?:\*|[\w.-]{1,63}):(?:\*|[\w.-]{1,63}):([^\s:]{6,200})$/gm,
  // Gems of a private server.
  /\bBUNDLE_(?:ENTERPRISE|GEMS)__CONTRIBSYS__COM["']?[ \t]{0,3}[:=][ \t]{0,3}["']?([a-f0-9]{8}:[a-f0-9]{8})\b/gi,
  // Jenkins: what it encrypts, which its key in the next file decrypts.
  /<(?:secret|password|passphrase|privateKey|\w{0,20}[tT]oken|\w{0,20}[kK]ey)>\s{0,40}\{((?=[^<>{}\n]{0,400}\d)[^<>{}\n]{16,8000})\}\s{0,40}<\//g,
  // The words of a wallet (BIP 39).
  /\b(?:(?:seed|recovery|backup|wallet)[ _-](?:phrase|words)|mnemonic)["'`]?[ \t]?(?:[:=]|is)[ \t]?["'`]?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?! ?\w)/gi,
]

export function* passwordsOfCommands(text: string): Iterable<TextMatch> {
  for (const pattern of COMMANDS)
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? ''
      const start = match.index + match[0].lastIndexOf(value)
      if (!isPlaceholder(value)) yield { kind: 'PASSWORD', start, end: start + value.length }
    }
}

/** The path of a webhook, or the signature of a signed URL. */
const SECRET_URLS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'SLACK_TOKEN',
    /\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([\w+]{6,14}\/[\w/+]{12,100})/g,
  ],
  ['DISCORD_WEBHOOK', /\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{16,20}\/[\w-]{60,80})/g],
  [
    'TEAMS_WEBHOOK',
    /\b[\w-]{1,63}\.(?:webhook\.)?office(?:365)?\.com\/webhookb?2?\/([a-f0-9-]{36}@[a-f0-9-]{36}\/IncomingWebhook\/[\w-]{20,64}\/[\w-]{20,160})/gi,
  ],
  [
    'GOOGLE_CHAT_WEBHOOK',
    /\bchat\.googleapis\.com\/v1\/spaces\/[\w-]{6,20}\/messages\?(key=[\w%&=.-]{40,200})/g,
  ],
  ['ZAPIER_WEBHOOK', /\bhooks\.zapier\.com\/hooks\/catch\/(\d{4,12}\/[a-z0-9]{5,16})/g],
  ['IFTTT_WEBHOOK', /\bmaker\.ifttt\.com\/trigger\/[\w-]{1,64}\/(?:json\/)?with\/key\/([\w-]{20,48})/g],
  ['SECRET', /(?<=[?&;]|&amp;|%26)(?:api_?)?key=([a-f0-9]{32}|[a-f0-9]{40})(?![\w%-])/gi],
  ['SENTRY_DSN', /\bhttps?:\/\/([a-f0-9]{32})@(?:[\w-]{1,63}\.){1,6}[a-z]{2,20}\/\d{1,20}(?!\w)/g],
  ['SIGNATURE', /(?<=[?&;]|&amp;|%26)sig=([\w%+/-]{40,90}={0,2})/gi],
  ['SIGNATURE', /(?<=[?&;]|&amp;|%26)X-(?:Amz|Goog)-Signature=([a-f0-9]{64,1024})/gi],
]

export function* secretUrls(text: string): Iterable<TextMatch> {
  for (const [kind, pattern] of SECRET_URLS)
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? ''
      const start = match.index + match[0].lastIndexOf(value)
      if (looksRandom(value) && !isPlaceholder(value)) yield { kind, start, end: start + value.length }
    }
}
