// Key formats that begin with nothing in particular, but have a distinctive part.
import type { MarkedFormat } from './secret-format.ts'

// biome-ignore format: a table
export const markedFormats: readonly MarkedFormat[] = [
  ['TELEGRAM_TOKEN', ':A', String.raw`\d`, String.raw`\d{7,16}:A[\w-]{34}(?![\w-])`],
  ['DISCORD_TOKEN', '.', String.raw`\w.-`, String.raw`[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])`],
  ['AZURE_CLIENT_SECRET', 'Q~', String.raw`\w~.-`, String.raw`[A-Za-z0-9_~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])`],
  ['AZURE_DEVOPS_TOKEN', 'AZDO', 'A-Za-z0-9', '[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])'],
  ['AZURE_KEY', 'JQQJ9', 'A-Za-z0-9', '[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{22,30}(?![A-Za-z0-9])'],
  ['AZURE_STORAGE_KEY', '+ASt', 'A-Za-z0-9+/', '[A-Za-z0-9+/]{76}[+]ASt[A-Za-z0-9+/]{6}={0,2}'],
  ['TERRAFORM_TOKEN', '.atlasv1.', 'A-Za-z0-9', String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}`],
  ['MAILCHIMP_KEY', '-us', 'A-Za-z0-9', String.raw`[a-f0-9]{32}-us\d{1,2}(?!\w)`],
  ['MAILGUN_KEY', '-', 'A-Za-z0-9-', '[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}(?![A-Za-z0-9-])'],
  ['ASANA_TOKEN', '/', String.raw`\w/`, String.raw`[12]/\d{10,20}(?:/\d{10,20})?:[a-f0-9]{32}(?!\w)`],
  ['FAL_KEY', ':', String.raw`\w-`, String.raw`[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}:[a-f0-9]{32}(?!\w)`],
  ['MAXMIND_KEY', '_mmk', 'A-Za-z0-9', '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])'],
  ['NEW_RELIC_KEY', 'NRAL', 'A-Za-z0-9', '(?:[a-z]{2}[0-9]{2}xx)?[a-f0-9]{26,36}NRAL(?![A-Za-z0-9])'],
  ['SIDEKIQ_KEY', '.sidekiq.', String.raw`\w:/`, String.raw`[a-f0-9]{8}:[a-f0-9]{8}@(?:gems|enterprise)\.contribsys\.com`],
  ['SENTRY_DSN', '.ingest.', 'A-Za-z0-9', String.raw`(?<=://)[a-f0-9]{32}:[a-f0-9]{32}(?=@[\w.-]{1,60}\.ingest\.)`],
  ['CONVEX_KEY', '|', String.raw`\w`, String.raw`(?:prod|dev|preview):[a-z]{2,20}-[a-z]{2,20}-\d{1,4}\|[A-Za-z0-9+/=_-]{40,200}`],
]

/** A JSON web token: the header segment, and the two segments after it (claims, signature). */
export const jsonWebToken = {
  head: /(?:(?<![\w-])|(?<=\\[nrt]|%[0-9A-F]{2}))eyJ[\w-]{8,2000}(?=\.)/g,
  tail: /\.[\w-]{4,8000}\.[\w-]{10,2000}/y,
}
