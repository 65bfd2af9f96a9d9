// What the listeners of a process serve: all of the gateway, the control plane or the calls, and the callers of some workspaces.
import type {
  Bundle,
  Gateway as GatewayFacts,
  PlanAdminListener,
  PlanListen,
} from '../../schemas/generated/types.ts'
import { controlElsewhere } from '../control/serve/control-elsewhere.ts'
import { linkBrowserGuard } from '../gateway/browser-guard.ts'
import { admitControlAlone, admitWorkspaces } from '../gateway/narrow-admission.ts'
import type { AdmitRequest, Gateway } from '../gateway/request.ts'
import { linkCors } from '../http/cors.ts'
import { costHeader, linkGatewayHeaders } from '../http/respond.ts'
import type { ServingGateway } from '../http/serving-gateway.ts'
import type { ControlSurface } from '../values/control-surface.ts'

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
}

/** What the admin listener serves beside the main one, by an admission of its own: without pages of other origins, and without metrics. */
export function toAdmin(main: ServingGateway, whole: AdmitRequest, division: Division): ServingGateway {
  const admit = withinWorkspaces(admitControlAlone(whole), division)
  return { ...main, gateway: { ...main.gateway, admit }, cors: undefined, metrics: undefined }
}

type Listener = Pick<PlanListen, 'host' | 'port' | 'tls'>

/** Where a process listens: a control plane of its own listens where its manifest has saved resources served. */
export function listenersOf(
  { listen }: Pick<GatewayFacts, 'listen'>,
  { host, port, admin, serves = 'all' }: ListenerOptions,
): { readonly listener: Listener; readonly admin?: PlanAdminListener } {
  const named = serves === 'control' ? (listen.admin ?? listen) : listen
  const listener = { ...named, ...(host !== undefined && { host }), ...(port !== undefined && { port }) }
  if (serves !== 'all') return { listener }
  if (admin === undefined) return { listener, ...(listen.admin && { admin: listen.admin }) }
  const tls = listen.admin?.tls ?? listen.tls
  return { listener, admin: { ...admin, ...(tls && { tls }) } }
}

export interface ListenerOptions {
  /** Overrides of the manifest's `listen`. */
  readonly host?: string
  readonly port?: number
  readonly admin?: Pick<PlanAdminListener, 'host' | 'port'>
  /** Default: all. */
  readonly serves?: ServedPart
}
