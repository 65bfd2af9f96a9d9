// How a private host is opened for who wrote the config that names it.
import { quoteName } from '../../schemas/values/format-names.ts'
import { type CompileEnvironment, isByCaller } from '../facts/environment.ts'

export function openingAdvice({ host }: URL, environment: Pick<CompileEnvironment, 'origin'>): string {
  const list = isByCaller(environment) ? 'caller_hosts' : 'trusted_hosts'
  return `If it is your own host, trust it in the manifest: ${list}: [${quoteName(host)}]`
}
