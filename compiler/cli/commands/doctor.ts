// `portolan doctor`: whether a gateway of a project can start on this machine, a line for each thing that it needs.
import { dirname, join, resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { type Command, EXIT } from '../command.ts'
import { type CompiledGroup, compileOne } from '../compile-groups.ts'
import { examineClock, examineNode, examineSecrets } from '../doctor/examine-machine.ts'
import { examinePorts } from '../doctor/examine-ports.ts'
import { examineKeys, examineStore } from '../doctor/examine-store.ts'
import { broken, type Finding, fine } from '../doctor/finding.ts'
import type { Terminal } from '../terminal.ts'

export const doctorCommand: Command = {
  usage: '[PROJECT]',
  help: `Examines what a gateway of the project needs to start on this machine, with a line for each: the version of Node, the project, the environment variables and files that its manifest names, the ports, the store, the encryption keys, and the clock. Providers are not called, nothing is written, and secrets are not shown.

Exit codes: 0 it can start, 1 a line begins with "fault".`,
  options: {},
  run: async (positionals, _values, terminal) => {
    const group = await compileOne(positionals, 'doctor', terminal)
    if (typeof group === 'number') return group
    const findings = [examineNode(process.versions.node), ...(await examineProject(group, terminal))]
    const width = Math.max(...findings.map(({ part }) => part.length))
    for (const { part, isFault, line } of findings)
      terminal.writeStdout(
        `${isFault ? terminal.paint('error', 'fault') : 'ok   '}  ${part.padEnd(width)}  ${line}`,
      )
    return findings.some(({ isFault }) => isFault) ? EXIT.findings : EXIT.clean
  },
}

async function examineProject(
  { bundle, diagnostics, configs, parts, root }: CompiledGroup,
  terminal: Terminal,
): Promise<readonly Finding[]> {
  const clock = examineClock([join(root, 'gateway.yaml')], Date.now())
  if (bundle === undefined || hasErrors(diagnostics)) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    return [broken('project', `${pluralize(errors, 'error')}: run "portolan check"`), clock]
  }
  const folder = parts.manifest === undefined ? root : dirname(resolve(terminal.folder, parts.manifest))
  return [
    fine('project', `${bundle.gateway.name} with ${pluralize(configs, 'config')}`),
    ...examineSecrets(bundle, terminal),
    ...(await examinePorts(bundle.gateway)),
    await examineStore(bundle.gateway, folder, terminal),
    examineKeys(bundle.gateway, terminal),
    clock,
  ]
}
