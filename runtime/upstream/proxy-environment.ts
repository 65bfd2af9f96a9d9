// The proxies of the environment, used only where `outbound.proxy` is `env`. The lower-case name of a variable wins, as with curl.
import { noProxyFault } from './no-proxy.ts'
import { type HttpProxy, readProxy } from './proxy.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The value of a variable in either case; empty ones count as not set. */
function variable(environment: Environment, name: string): string | undefined {
  const value = [environment[name.toLowerCase()], environment[name]].find(each => each !== undefined)
  return value === '' ? undefined : value
}

/** The proxies by scheme, or the reason why one cannot be used, which repeats no value, which may hold a password. */
export function environmentProxies(
  environment: Environment,
  noProxy: readonly string[],
  setting: string,
):
  | {
      readonly http: HttpProxy | undefined
      readonly https: HttpProxy | undefined
      readonly noProxy: readonly string[]
    }
  | string {
  const read = (name: string): HttpProxy | undefined | string => {
    const value = variable(environment, name)
    if (value === undefined) return undefined
    return (
      readProxy(value) ??
      `The variable ${name}, which ${setting} uses, is not the URL of an HTTP proxy, such as http://proxy.internal:3128.`
    )
  }
  const [http, https] = [read('HTTP_PROXY'), read('HTTPS_PROXY')]
  if (typeof http === 'string') return http
  if (typeof https === 'string') return https
  const listed = (variable(environment, 'NO_PROXY') ?? '').split(/[\s,]+/).filter(each => each !== '')
  for (const each of listed) {
    const fault = noProxyFault(each)
    if (fault !== undefined)
      return `The variable NO_PROXY, which ${setting} uses, has an entry ${JSON.stringify(each)} that is not a host: ${fault}.`
  }
  return { http, https, noProxy: [...noProxy, ...listed] }
}
