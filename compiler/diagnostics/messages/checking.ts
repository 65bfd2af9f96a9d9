// Diagnostics of the validation phase (compiler/check), merged from their topics.
import type { Entry } from './entry.ts'
import { guards } from './guards.ts'
import { headers } from './headers.ts'
import { hosts } from './hosts.ts'
import { manifest } from './manifest.ts'
import { ownChecks } from './own-checks.ts'
import { providers } from './providers.ts'
import { queries } from './queries.ts'
import { routing } from './routing.ts'
import { secrets } from './secrets.ts'
import { settings } from './settings.ts'
import { states } from './states.ts'
import { structure } from './structure.ts'

export const checking = {
  ...structure,
  ...providers,
  ...secrets,
  ...hosts,
  ...headers,
  ...routing,
  ...queries,
  ...settings,
  ...guards,
  ...ownChecks,
  ...states,
  ...manifest,
} as const satisfies Record<string, Entry>
