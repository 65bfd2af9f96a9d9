// default.pii: personal data, detected by pattern and check digits (`detect/pii/`). Names and postal addresses have
// neither and are not detected.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkPiiFinder } from '../detect/pii/find-pii.ts'
import { rejectOrRedact } from './shared/reject-or-redact.ts'

export const pii: Check<CheckParameters['default.pii']> = {
  link: ({ categories, ...options }, { recall }) =>
    rejectOrRedact(linkPiiFinder(categories), 'personal detail', options, recall),
}
