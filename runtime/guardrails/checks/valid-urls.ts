// default.validUrls: web URLs are well formed, and with `onlyDNS` their hosts respond. Only the root of a host is
// requested, with HEAD: paths and queries are text of a client or a model and are not sent.

import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { isFailure } from '../../values/failures.ts'
import type { Check, CheckPorts, CheckResult } from '../check.ts'
import { findUrls, isWellFormed } from '../detect/text/urls.ts'
import { joinTexts, NO_TEXT_RESULT } from '../on-text.ts'
import { conditionResult } from '../result.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './shared/max-length.ts'

/** Maximum number of hosts per text, so a text cannot use the gateway to flood others. */
const MAX_HOSTS = 10

export const validUrls: Check<CheckParameters['default.validUrls']> = {
  link: ({ onlyDNS, not }) =>
    withMaxLength(MAX_TEXT_LENGTH, async ({ texts }, ports) => {
      if (texts.length === 0) return NO_TEXT_RESULT
      const urls = [...new Set(findUrls(joinTexts(texts)))]
      if (urls.length === 0) return { passed: true, reason: 'The text has no URLs.', facts: { urls: 0 } }
      const malformed = urls.filter(url => !isWellFormed(url)).length
      const facts = { urls: urls.length, malformed }
      if (malformed > 0)
        return conditionResult(
          false,
          not,
          `${pluralize(malformed, 'URL')} of ${urls.length} ${isOrAre(malformed)} malformed`,
          facts,
        )
      if (onlyDNS) return await requestHosts(urls, not, ports)
      return conditionResult(
        true,
        not,
        `${pluralize(urls.length, 'URL')} ${isOrAre(urls.length)} well formed`,
        facts,
      )
    }),
}

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')

async function requestHosts(urls: readonly string[], not: boolean, ports: CheckPorts): Promise<CheckResult> {
  const roots = [...new Set(urls.map(url => `${new URL(url).origin}/`))]
  const facts = { urls: urls.length, hosts: roots.length }
  if (roots.length > MAX_HOSTS)
    return {
      passed: false,
      error: true,
      reason: `The text has URLs on ${roots.length} hosts; at most ${MAX_HOSTS} are checked.`,
      facts,
    }
  const replies = await Promise.all(roots.map(url => ports.callService({ method: 'HEAD', url, headers: [] })))
  const failures = replies.filter(isFailure)
  const [timedOut] = failures.filter(({ code }) => code === 'timeout')
  if (timedOut !== undefined)
    return { passed: false, error: true, reason: 'A host did not respond in time.', facts }
  const silent = failures.length
  return silent === 0
    ? conditionResult(true, not, `${pluralize(roots.length, 'host')} responded`, facts)
    : conditionResult(false, not, `${pluralize(silent, 'host')} of ${roots.length} could not be reached`, {
        ...facts,
        silent,
      })
}
