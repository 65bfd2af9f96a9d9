// default.validUrls: web URLs are well formed, and with `onlyDNS` their hosts respond. Only the root of a host is
// requested, with HEAD: paths and queries are text of a client or a model and are not sent.
import { counted } from '../../../compiler/diagnostics/words.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { isFailure } from '../../failures.ts'
import type { Check, CheckPorts, Finding } from '../check.ts'
import { joined, NO_TEXT } from '../judging/judge-text.ts'
import { outcome } from '../judging/outcome.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'
import { isWellFormed, urlsIn } from '../reading/urls.ts'

/** Maximum number of hosts per text, so a text cannot use the gateway to flood others. */
const MOST_HOSTS = 10

export const validUrls: Check<CheckParameters['default.validUrls']> = {
  link: ({ onlyDNS, not }) =>
    upTo(LONGEST, async ({ texts }, ports) => {
      if (texts.length === 0) return NO_TEXT
      const urls = [...new Set(urlsIn(joined(texts)))]
      if (urls.length === 0) return { passed: true, reason: 'The text has no URLs.', facts: { urls: 0 } }
      const malformed = urls.filter(url => !isWellFormed(url)).length
      const facts = { urls: urls.length, malformed }
      if (malformed > 0)
        return outcome(
          false,
          not,
          `${counted(malformed, 'URL')} of ${urls.length} ${are(malformed)} malformed`,
          facts,
        )
      if (onlyDNS) return await askHosts(urls, not, ports)
      return outcome(true, not, `${counted(urls.length, 'URL')} ${are(urls.length)} well formed`, facts)
    }),
}

const are = (count: number): string => (count === 1 ? 'is' : 'are')

async function askHosts(urls: readonly string[], not: boolean, ports: CheckPorts): Promise<Finding> {
  const roots = [...new Set(urls.map(url => `${new URL(url).origin}/`))]
  const facts = { urls: urls.length, hosts: roots.length }
  if (roots.length > MOST_HOSTS)
    return {
      passed: false,
      erred: true,
      reason: `The text has URLs on ${roots.length} hosts; at most ${MOST_HOSTS} are checked.`,
      facts,
    }
  const replies = await Promise.all(roots.map(url => ports.ask({ method: 'HEAD', url, headers: [] })))
  const failures = replies.filter(isFailure)
  const [late] = failures.filter(({ code }) => code === 'timeout')
  if (late !== undefined)
    return { passed: false, erred: true, reason: 'A host did not respond in time.', facts }
  const silent = failures.length
  return silent === 0
    ? outcome(true, not, `${counted(roots.length, 'host')} responded`, facts)
    : outcome(false, not, `${counted(silent, 'host')} of ${roots.length} could not be reached`, {
        ...facts,
        silent,
      })
}
