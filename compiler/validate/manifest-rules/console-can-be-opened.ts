// People can open the console and sign in to it, and each listener has a port.
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'
import { LOOPBACK } from './api-keys.ts'

/** Browsers send the cookie of the session over https only, or to their own machine. */
export const consoleCanBeOpened: ManifestRule = ({ manifest }, report) => {
  const console = ownProperty(manifest, 'console')
  if (console !== true && !isJsonObject(console)) return
  const listen = ownProperty(manifest, 'listen')
  const [own, at] = listenerOfConsole(console, listen)
  const host = ownProperty(own, 'host')
  const hasTls = [own, listen].some(each => ownProperty(each, 'tls') !== undefined)
  const isProxied = ownProperty(listen, 'behind_proxy') === true
  if (typeof host === 'string' && host !== '' && !LOOPBACK.test(host) && !hasTls && !isProxied)
    report(
      'console-without-tls',
      `${at}/host`,
      `The console is served over plain HTTP on "${host}", and browsers of other machines do not accept the cookie of its session. Add "tls", or "behind_proxy: true" to "listen" if a proxy ends TLS.`,
    )
  const signIn = ownProperty(manifest, 'sign_in')
  if (!isJsonObject(signIn)) return
  const missing = [
    ...(signIn['client_id'] === undefined ? ['"client_id" of "sign_in"'] : []),
    ...(ownProperty(manifest, 'public_url') === undefined ? ['"public_url"'] : []),
  ]
  if (missing.length > 0)
    report(
      'console-without-sign-in',
      { key: '/sign_in' },
      `People cannot sign in to the console with their accounts, since ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    )
}

/** The listener that serves the console: a separate one, or that of saved resources. */
function listenerOfConsole(console: Json, listen: Json | undefined): readonly [Json | undefined, Pointer] {
  const own = ownProperty(console, 'listen')
  if (own !== undefined) return [own, '/console/listen']
  const admin = ownProperty(listen, 'admin')
  return admin === undefined ? [listen, '/listen'] : [admin, '/listen/admin']
}

/** Two listeners on one address: the second one could not be opened. */
export const listenersHavePorts: ManifestRule = ({ manifest }, report) => {
  const listen = ownProperty(manifest, 'listen')
  const before: { readonly at: Pointer; readonly host: string; readonly port: number }[] = []
  for (const [at, listener, standard] of [
    ['/listen', listen, manifestDefaults.listen.port],
    ['/listen/admin', ownProperty(listen, 'admin'), 0],
    ['/telemetry/metrics', ownProperty(ownProperty(manifest, 'telemetry'), 'metrics'), 0],
    ['/console/listen', ownProperty(ownProperty(manifest, 'console'), 'listen'), 0],
  ] as const) {
    const port = ownProperty(listener, 'port') ?? standard
    const host = ownProperty(listener, 'host') ?? manifestDefaults.listen.host
    if (typeof port !== 'number' || port === 0 || typeof host !== 'string') continue
    const taken = before.find(other => other.port === port && overlap(other.host, host))
    if (taken !== undefined)
      report(
        'port-in-use',
        `${at}/port`,
        `The port ${port} is that of "${taken.at.slice(1).replace('/', '.')}" too.`,
      )
    before.push({ at, host, port })
  }
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

const overlap = (left: string, right: string): boolean =>
  left === right || EVERY_ADDRESS.has(left) || EVERY_ADDRESS.has(right)
