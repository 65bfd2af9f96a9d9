// A custom host is a plain http or https base URL of a public or trusted host.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { stringProperty } from '../nodes/config-node.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { openingAdvice, reportPlainText } from '../services/blocked-host.ts'

/** What is wrong with a base URL, without quoting it: it may contain a password. */
function hostError(text: string): string | undefined {
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
function endpointsOf({ catalog }: RuleContext): ReadonlySet<string> {
  const routes = catalog.providerNames.flatMap(name => Object.entries(catalog.provider(name)?.routes ?? {}))
  return new Set(routes.flatMap(([endpoint, path]) => (endpoint === 'models' ? [] : [`/${endpoint}`, path])))
}

export const customHostCanBeCalled: Rule = (context, report) => {
  let endpoints: ReadonlySet<string> | undefined
  for (const node of context.nodes) {
    const text = stringProperty(node, 'custom_host')
    if (text === undefined || text.includes('${')) continue
    const at = childPointer(node.pointer, 'custom_host')
    const error = hostError(text)
    if (error !== undefined) {
      report('malformed-host', at, `"custom_host" is not a base URL: ${error}.`)
      continue
    }
    const url = new URL(text)
    const { hasInvalidManifest, trustedHosts } = context.environment
    const blocked = hasInvalidManifest ? undefined : context.catalog.validateHost(url, trustedHosts)
    if (blocked !== undefined) {
      const mayBeTrusted = context.catalog.validateHost(url, [url.host]) === undefined
      const advice = openingAdvice(url, context.environment)
      report('blocked-host', at, `The custom host may not be called: ${blocked}.`, {
        notes: mayBeTrusted ? [{ message: advice }] : [],
      })
    }
    if (blocked === undefined && context.environment.origin !== 'request' && !hasInvalidManifest)
      reportPlainText({ catalog: context.catalog, trusted: trustedHosts }, 'The custom host', url, at, report)
    const path = url.pathname.replace(/\/+$/, '')
    endpoints ??= endpointsOf(context)
    const endpoint = Array.from(endpoints).find(end => path.endsWith(end))
    if (endpoint !== undefined)
      report(
        'endpoint-in-host',
        at,
        `The custom host ends with the path of an endpoint, "${endpoint}", which is appended to it again.`,
        {
          notes: [{ message: `Use the base URL: ${url.origin}${path.slice(0, -endpoint.length)}` }],
        },
      )
  }
}
