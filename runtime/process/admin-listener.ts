// The listener of saved resources in addition to the one for calls (`listen.admin`): the same server, with an address and a certificate of
// its own.
import type { PlanAdminListener } from '../../schemas/generated/types.ts'
import { createHttpServer, type HttpServer, type ServerLimits } from '../http/server.ts'
import type { ServePorts, ServingGateway } from '../http/serving-gateway.ts'
import { type CertificateOptions, openCertificate } from '../stores/certificate.ts'

export interface AdminListener {
  readonly address: { readonly host: string; readonly port: number; readonly secure: boolean }
  readonly swap: HttpServer['swap']
  /** Reads the certificate again. */
  readonly refresh: () => void
  readonly stop: HttpServer['stop']
}

/** Starts listening, or returns the reason why it cannot. */
export async function openAdminListener(
  { host, port, tls }: PlanAdminListener,
  first: ServingGateway,
  ports: ServePorts,
  limits: ServerLimits,
  options: CertificateOptions,
): Promise<AdminListener | string> {
  const certificate = tls && openCertificate(tls, { ...options, setting: 'listen.admin.tls' })
  if (typeof certificate === 'string') return certificate
  const server = createHttpServer(first, ports, limits, certificate?.first)
  let bound: number
  try {
    bound = await server.listen(host, port)
  } catch (error) {
    return adminFault(host, port, error)
  }
  certificate?.watch(server.renew)
  return {
    address: { host, port: bound, secure: tls !== undefined },
    swap: server.swap,
    refresh: () => certificate?.refresh(),
    stop: async (milliseconds, delay) => {
      certificate?.stop()
      await server.stop(milliseconds, delay)
    },
  }
}

export function adminFault(host: string, port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return `The admin listener cannot listen on ${host}:${port} (${code}).`
}
