// What the listeners of a process serve: all of the gateway, the control plane or the calls, and the callers of some workspaces.
import type {
  Bundle,
  Gateway as GatewayFacts,
  PlanAdminListener,
  PlanListen,
} from '../../schemas/generated/types.ts'
import type { ConsoleBundle } from '../console/serve-console.ts'
import { controlElsewhere } from '../control/serve/control-elsewhere.ts'
import { linkBrowserGuard } from '../gateway/browser-guard.ts'
import { admitControlAlone, admitWorkspaces } from '../gateway/narrow-admission.ts'
import { type AdmitRequest, type Gateway, refuseRequest } from '../gateway/request.ts'
import { linkCors } from '../http/cors.ts'
import { costHeader, linkGatewayHeaders } from '../http/respond.ts'
import type { ServingGateway } from '../http/serving-gateway.ts'
import type { ControlSurface } from '../values/control-surface.ts'
import { failure } from '../values/failures.ts'

/** `control`: saved resources without calls of models; `inference`: calls without saved resources. */
export type ServedPart = 'all' | 'control' | 'inference'

export interface Division {
  readonly part: ServedPart
  /** Whether saved resources have a separate listener. */
  readonly hasAdmin: boolean
  /** The workspaces whose callers are served; absent if all are. */
  readonly servesWorkspace: ((workspace: string) => boolean) | undefined
}

/** The saved resources of the main listener. */
export function controlOfMain(own: ControlSurface, { part, hasAdmin }: Division): ControlSurface {
  if (part === 'inference') return controlElsewhere('by the control plane', own)
  return hasAdmin ? controlElsewhere('on the admin listener', own) : own
}

/** The gateway of the main listener. */
function narrowMain(whole: Gateway, division: Division): Gateway {
  const admit = division.part === 'control' ? admitControlAlone(whole.admit) : whole.admit
  return { ...whole, admit: withinWorkspaces(admit, division) }
}

const withinWorkspaces = (admit: AdmitRequest, { servesWorkspace }: Division): AdmitRequest =>
  servesWorkspace === undefined ? admit : admitWorkspaces(admit, servesWorkspace)

/** What the main listener serves of a bundle. */
export const servedMain = (
  core: Gateway,
  { digest, gateway }: Bundle,
  division: Division,
  metrics: ServingGateway['metrics'],
  hold: ServingGateway['hold'],
): ServingGateway => {
  const plan = digest.slice(0, 12)
  return {
    gateway: narrowMain(core, division),
    gatewayHeaders: linkGatewayHeaders(gateway.headerPrefix, plan),
    plan,
    hold,
    manifest: gateway,
    ...(gateway.telemetry?.costHeader && { costHeader: costHeader(gateway.headerPrefix) }),
    browserGuard: linkBrowserGuard(gateway),
    cors: linkCors(gateway.listen),
    metrics,
    bodyLimits: {
      buffered: gateway.limits.body_bytes,
      upload: gateway.limits.upload_bytes,
      timeout: gateway.limits.body_timeout,
      values: gateway.limits.json_values,
    },
  }
}

/** What the listeners of a process serve. */
export interface ServedGateways {
  readonly main: ServingGateway
  readonly admin?: ServingGateway
  readonly console?: ServedConsole
}

/** The console, and what its page reaches: calls and saved resources, wherever else they are served. */
export interface ServedConsole {
  readonly bundle: ConsoleBundle
  readonly api: ServingGateway
}

/** `whole`: the admission of saved resources; absent if `main` serves them. */
export function toConsole(
  main: ServingGateway,
  core: AdmitRequest,
  whole: AdmitRequest | undefined,
  division: Division,
): ServingGateway {
  const admitBoth: AdmitRequest = head => {
    const admitted = whole?.(head)
    const isControl =
      admitted !== undefined &&
      ('refused' in admitted ? admitted.isControl === true : admitted.service?.of === 'control')
    return isControl ? admitted : core(head)
  }
  const admit = whole === undefined ? main.gateway.admit : withinWorkspaces(admitBoth, division)
  return {
    ...main,
    gateway: { ...main.gateway, admit },
    browserGuard: undefined,
    cors: undefined,
    metrics: undefined,
  }
}

const CONSOLE_ALONE = failure('not_found', 'Only the console is served here, at /console/.')

/** What a listener serves that has the console and nothing else. */
export const consoleAlone = (main: ServingGateway, randomId: () => string): ServingGateway => ({
  ...main,
  gateway: {
    ...main.gateway,
    admit: () => refuseRequest(CONSOLE_ALONE, randomId(), { traceparent: undefined }),
  },
  cors: undefined,
  metrics: undefined,
})

/** What the admin listener serves beside the main one, by an admission of its own: without pages of other origins, and without metrics. */
export function toAdmin(main: ServingGateway, whole: AdmitRequest, division: Division): ServingGateway {
  const admit = withinWorkspaces(admitControlAlone(whole), division)
  return { ...main, gateway: { ...main.gateway, admit }, cors: undefined, metrics: undefined }
}

type Listener = Pick<PlanListen, 'host' | 'port' | 'tls'>

export interface ProcessListeners {
  readonly listener: Listener
  readonly admin?: PlanAdminListener
  /** Where the console is served, if not with saved resources. */
  readonly console?: PlanAdminListener
}

/** Where a process listens: a control plane of its own listens where its manifest has saved resources served. */
export function listenersOf(
  { listen, console }: Pick<GatewayFacts, 'listen' | 'console'>,
  { host, port, admin, serves = 'all' }: ListenerOptions,
): ProcessListeners {
  const named = serves === 'control' ? (listen.admin ?? listen) : listen
  const listener = { ...named, ...(host !== undefined && { host }), ...(port !== undefined && { port }) }
  const ofConsole = serves !== 'inference' && console?.listen && { console: console.listen }
  if (serves !== 'all') return { listener, ...ofConsole }
  if (admin === undefined) return { listener, ...(listen.admin && { admin: listen.admin }), ...ofConsole }
  const tls = listen.admin?.tls ?? listen.tls
  return { listener, admin: { ...admin, ...(tls && { tls }) }, ...ofConsole }
}

/** Where a listener of a process can be reached. */
export interface ListenerAddress {
  readonly host: string
  readonly port: number
  readonly secure: boolean
}

export interface ConsoleAddress {
  /** Only for the terminal: if there is no owner yet, it ends with the token that makes the first one, once. */
  readonly url: string
  /** The port of `console.listen`; absent without it. */
  readonly port?: number
}

export interface ListenerOptions {
  /** Overrides of the manifest's `listen`. */
  readonly host?: string
  readonly port?: number
  readonly admin?: Pick<PlanAdminListener, 'host' | 'port'>
  /** Default: all. */
  readonly serves?: ServedPart
}
