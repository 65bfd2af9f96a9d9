// default.secrets: keys, tokens and passwords by the forms that services document, by the names before them, and by
// entropy (secrets/).
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { judgeFindings } from '../redaction/judge-findings.ts'
import { linkSecrets } from '../secrets/find-secrets.ts'

export const secrets: Check<CheckParameters['default.secrets']> = {
  link: ({ redact, not, ...wish }) => judgeFindings(linkSecrets(wish), 'secret', { redact, not }),
}
