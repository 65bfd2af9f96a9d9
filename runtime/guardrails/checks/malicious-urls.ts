// default.maliciousUrls: links that hide where they lead, by their form, or whose host a list of the config blocks (`detect/links/`).
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkUrlFinder } from '../detect/links/find-malicious-links.ts'
import { rejectOrRedact } from './shared/reject-or-redact.ts'

export const maliciousUrls: Check<CheckParameters['default.maliciousUrls']> = {
  readsFiles: true,
  link: ({ redact, ...lists }, { recall }) =>
    rejectOrRedact(linkUrlFinder(lists), 'malicious URL', { redact, not: false }, recall),
}
