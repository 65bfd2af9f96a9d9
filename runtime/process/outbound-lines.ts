// Lines at the start about variables that name a proxy: nothing is taken from the environment unless `env` is written.
import type { Gateway, PlanOutbound } from '../../schemas/generated/types.ts'

const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] as const

/** One line where a variable is set and not used, or none is set that is to be used. */
export function outboundLines(
  { outbound, providers }: Pick<Gateway, 'outbound' | 'providers'>,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const usesEnvironment = (each: PlanOutbound | undefined): boolean => each?.proxy?.environment === true
  const isUsed = [outbound, ...Object.values(providers).map(each => each.outbound)].some(usesEnvironment)
  const set = VARIABLES.flatMap(name => [name, name.toLowerCase()]).filter(name => environment[name])
  const unused = isUsed ? set.filter(name => name.toUpperCase() === 'ALL_PROXY') : set
  const [first] = unused
  if (isUsed && unused.length === set.length)
    return [
      'outbound.proxy is env, and neither HTTPS_PROXY nor HTTP_PROXY is set, so calls leave without a proxy.',
    ]
  if (first === undefined) return []
  const names = unused.join(' and ')
  const verb = unused.length === 1 ? 'is' : 'are'
  return [
    isUsed
      ? `${names} ${verb} set and not used: the proxy is that of HTTPS_PROXY and HTTP_PROXY.`
      : `${names} ${verb} set and not used: write "outbound: { proxy: env }" into the manifest to call through it.`,
  ]
}
