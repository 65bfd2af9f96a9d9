// default.secrets: keys, tokens and passwords, detected by documented formats, by the name they are assigned to, and
// by entropy (`detect/secrets/`).
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkSecretFinder, secretsOpenFrom } from '../detect/secrets/find-secrets.ts'
import { redactWindows, rejectOrRedact } from './shared/reject-or-redact.ts'
import { withoutAllowed } from './shared/without-allowed.ts'

export const secrets: Check<CheckParameters['default.secrets']> = {
  readsFiles: true,
  link: ({ redact, restore, not, allow, ...options }, { recall }) =>
    rejectOrRedact(
      withoutAllowed(linkSecretFinder(options), allow),
      'secret',
      { redact, restore, not },
      recall,
    ),
  linkWindows: ({ redact, restore: _, allow, ...options }) =>
    redact
      ? redactWindows(withoutAllowed(linkSecretFinder(options), allow), 'secret', secretsOpenFrom)
      : undefined,
}
