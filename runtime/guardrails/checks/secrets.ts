// default.secrets: keys, tokens and passwords, detected by documented formats, by the name they are assigned to, and
// by entropy (`detect/secrets/`).
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkSecretFinder, secretsOpenFrom } from '../detect/secrets/find-secrets.ts'
import { redactWindows, rejectOrRedact } from './shared/reject-or-redact.ts'

export const secrets: Check<CheckParameters['default.secrets']> = {
  readsFiles: true,
  link: ({ redact, restore, not, ...options }, { recall }) =>
    rejectOrRedact(linkSecretFinder(options), 'secret', { redact, restore, not }, recall),
  linkWindows: ({ redact, restore: _, ...options }) =>
    redact ? redactWindows(linkSecretFinder(options), 'secret', secretsOpenFrom) : undefined,
}
