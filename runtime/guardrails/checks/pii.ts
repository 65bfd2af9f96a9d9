// default.pii: personal data, detected by pattern and check digits (`detect/pii/`). Names and postal addresses have
// neither and are not detected.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkPii } from '../pii/find-pii.ts'
import { judgeFindings } from '../redaction/judge-findings.ts'

export const pii: Check<CheckParameters['default.pii']> = {
  link: ({ categories, ...wish }) => judgeFindings(linkPii(categories), 'personal detail', wish),
}
