// default.secrets: keys, tokens and passwords, detected by documented formats, by the name they are assigned to, and
// by entropy (`detect/secrets/`).
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeFindings } from '../redaction/judge-findings.ts'
import { linkSecrets } from '../secrets/find-secrets.ts'

export const secrets: Check<CheckParameters['default.secrets']> = {
  link: ({ redact, not, ...wish }) => judgeFindings(linkSecrets(wish), 'secret', { redact, not }),
}
