// A custom host is a plain http or https base URL of a public or trusted host.
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { textOf } from '../site.ts'
import type { Subject } from '../subject.ts'

/** What is wrong with a base URL, without quoting it: it may contain a password. */
function faultOf(text: string): string | undefined {
  if (!URL.canParse(text))
    return /^[\w.-]+(:\d+)?(\/|$)/.test(text)
      ? 'it must start with https:// or http://'
      : 'it is not a valid URL'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return /^[\w.-]+:\d+(\/|$)/.test(text)
      ? 'it must start with https:// or http://'
      : `it must start with https:// or http://, not ${url.protocol}`
  if (url.username !== '' || url.password !== '')
    return 'it must not contain a user name or password; use "api_key"'
  if (text.includes('?')) return 'it must not have a query, since paths are appended to it'
  if (text.includes('#')) return 'it must not have a fragment, since paths are appended to it'
  if (url.hostname.endsWith('.')) return 'the host name must not end with a dot'
  return undefined
}

/**
 * Path suffixes of endpoints, which a base URL must not have; `/models` is excluded, since some real base URLs end
 * with it.
 */
function endpointsOf({ catalog }: Subject): ReadonlySet<string> {
  const routes = catalog.providerNames.flatMap(name => Object.entries(catalog.provider(name)?.routes ?? {}))
  return new Set(routes.flatMap(([endpoint, path]) => (endpoint === 'models' ? [] : [`/${endpoint}`, path])))
}

export const customHostCanBeCalled: Rule = (subject, tell) => {
  let endpoints: ReadonlySet<string> | undefined
  for (const site of subject.sites) {
    const text = textOf(site, 'custom_host')
    if (text === undefined || text.includes('${')) continue
    const at = child(site.pointer, 'custom_host')
    const fault = faultOf(text)
    if (fault !== undefined) {
      tell('malformed-host', at, `"custom_host" is not a base URL: ${fault}.`)
      continue
    }
    const url = new URL(text)
    const { unsettled, trustedHosts } = subject.surroundings
    const blocked = unsettled ? undefined : subject.catalog.judgeHost(url, trustedHosts)
    if (blocked !== undefined) {
      const mayBeTrusted = subject.catalog.judgeHost(url, [url.host]) === undefined
      const way = `If it is your own host, trust it in the manifest: trusted_hosts: [${quoted(url.host)}]`
      tell('blocked-host', at, `The custom host may not be called: ${blocked}.`, {
        notes: mayBeTrusted ? [{ message: way }] : [],
      })
    }
    const path = url.pathname.replace(/\/+$/, '')
    endpoints ??= endpointsOf(subject)
    const endpoint = Array.from(endpoints).find(end => path.endsWith(end))
    if (endpoint !== undefined)
      tell(
        'endpoint-in-host',
        at,
        `The custom host ends with the path of an endpoint, "${endpoint}", which is appended to it again.`,
        {
          notes: [{ message: `Use the base URL: ${url.origin}${path.slice(0, -endpoint.length)}` }],
        },
      )
  }
}
