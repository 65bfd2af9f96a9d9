// Keys of documents, tickets, design, and other tools of a team.
import type { PrefixedFormat } from './secret-format.ts'

// biome-ignore format: a table
export const workToolFormats: readonly PrefixedFormat[] = [
  ['AIRTABLE_TOKEN', 'pat', String.raw`[A-Za-z0-9]{14}\.[a-f0-9]{64}`],
  ['NOTION_TOKEN', 'ntn_ secret_', '[A-Za-z0-9]{40,60}'],
  ['LINEAR_KEY', 'lin_api_ lin_oauth_', '[A-Za-z0-9]{32,64}'],
  ['FIGMA_TOKEN', 'figd_ figo_ figp_ figr_ figu_ figdr_ figoh_ figor_ figuh_ figur_', String.raw`[\w-]{40,200}`],
  ['CLICKUP_TOKEN', 'pk_', String.raw`\d{6,12}_[A-Z0-9]{32}`],
  ['TRELLO_TOKEN', 'ATTA', '[a-f0-9]{64}'],
  ['CONTENTFUL_TOKEN', 'CFPAT-', String.raw`[\w-]{43}`],
  ['FRAMEIO_TOKEN', 'fio-u-', String.raw`[\w=-]{64}`],
  ['TYPEFORM_TOKEN', 'tfp_', String.raw`[\w.=-]{44,70}`],
  ['ADOBE_SECRET', 'p8e-', '[A-Za-z0-9]{32}'],
  ['DROPBOX_TOKEN', 'sl.', String.raw`[\w=-]{120,2000}`],
  ['DROPBOX_TOKEN', 'sl.u. sl.B.', String.raw`[\w=-]{120,2000}`],
  ['OPENVSX_TOKEN', 'ovsxat_ ovsxp_', '[A-Za-z0-9-]{32,64}'],
  ['ENCODED_JWT', 'ZXlK', '[A-Za-z0-9+/_-]{60,3000}={0,2}'],
]
