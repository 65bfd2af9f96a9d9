// `portolan doctor`: whether a gateway of a project can start on this machine, a line for each thing that it needs.

import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { readEncryptionKeys } from '../../../runtime/stores/encryption-keys.ts'
import { openResourceStore } from '../../../runtime/stores/resources/open-resource-store.ts'
import { storeAddress } from '../../../runtime/stores/resources/store-address.ts'
import { readSecrets } from '../../../runtime/stores/secrets.ts'
import type { Bundle, Gateway } from '../../../schemas/generated/types.ts'
import { joinNames, pluralize, quoteName } from '../../../schemas/values/format-names.ts'
import { lifeSentence } from '../../../schemas/values/model-life.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { OLDEST_NODE, unsupportedNode } from '../../facts/node-version.ts'
import { bundleSecrets } from '../../plan/bundle-secrets.ts'
import { type NamingProject, namedModels } from '../../plan/named-models.ts'
import { type Command, EXIT, type OptionValues, usageError } from '../command.ts'
import { type CompiledGroup, compileOne } from '../compile-groups.ts'
import { fitLine, visibleWidth } from '../layout/fit-text.ts'
import type { Terminal } from '../terminal.ts'

interface Finding {
  /** What was examined. */
  readonly part: string
  readonly isFault: boolean
  /** The gateway starts, and some of its calls fail. */
  readonly isWarning?: true
  /** Found, and what to do about it. */
  readonly line: string
}

const fine = (part: string, line: string): Finding => ({ part, isFault: false, line })
const doubtful = (part: string, line: string): Finding => ({ part, isFault: false, isWarning: true, line })
const broken = (part: string, line: string): Finding => ({ part, isFault: true, line })

export const doctorCommand: Command = {
  usage: '[PROJECT | mcp URL] [--header TEXT]',
  help: `Examines what a gateway of the project needs to start on this machine, with a line for each: the version of Node, the project, the environment variables and files that its manifest names, the ports, the store, the encryption keys, the models that have ended, and the clock. Providers are not called, nothing is written, and secrets are not shown.

With mcp and a URL, it connects to an MCP server as clients of both eras do, directly and through a gateway that runs meanwhile, and names what clients of the gateway find otherwise. It lists tools, prompts and resources, and calls none.

  --header TEXT        a header for the server, such as 'Authorization: Bearer \${env:TOKEN}'; may be repeated

Exit codes: 0 it can start, or the server is the same through the gateway; 1 a line begins with "fault".`,
  options: { header: { type: 'string', multiple: true } },
  run: async (positionals, values, terminal) => {
    const [first, url] = positionals
    if (first === 'mcp' && url !== undefined) return await doctorMcp(url, values, terminal)
    if (values['header'] !== undefined)
      return usageError(terminal, '--header belongs to "doctor mcp URL".', 'doctor')
    const group = await compileOne(positionals, 'doctor', terminal)
    if (typeof group === 'number') return group
    return report([examineNode(process.versions.node), ...(await examineProject(group, terminal))], terminal)
  },
}

function report(findings: readonly Finding[], terminal: Terminal): number {
  const width = Math.max(...findings.map(({ part }) => part.length))
  for (const finding of findings) {
    const start = `${levelOf(finding, terminal)}  ${finding.part.padEnd(width)}  `
    for (const line of fitLine(start + finding.line, terminal.width, visibleWidth(start)))
      terminal.writeStdout(line)
  }
  return findings.some(({ isFault }) => isFault) ? EXIT.findings : EXIT.clean
}

async function doctorMcp(url: string, values: OptionValues, terminal: Terminal): Promise<number> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return usageError(terminal, `${quoteName(url)} is not a URL with http or https.`, 'doctor')
  const written = [values['header'] ?? []].flat().map(text => /^([^:]+):\s*(.+)$/.exec(String(text)))
  if (written.includes(null))
    return usageError(terminal, '--header must be a name, a colon and a value.', 'doctor')
  const headers = Object.fromEntries(written.map(match => [match?.[1]?.trim() ?? '', match?.[2] ?? '']))
  const { examineMcp } = await import('../doctor/examine-mcp.ts')
  const lines = await examineMcp(url, headers, terminal)
  return report(
    lines.map(each => (typeof each === 'string' ? broken('gateway', each) : each)),
    terminal,
  )
}

const levelOf = ({ isFault, isWarning }: Finding, { paint }: Terminal): string =>
  isFault ? paint('error', 'fault') : isWarning === true ? paint('warning', 'warn ') : 'ok   '

async function examineProject(
  { bundle, diagnostics, configs, parts, root, plans, prompts, catalog }: CompiledGroup,
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
    ...examineModels({ gateway: bundle.gateway, plans, prompts: prompts.prompts }, catalog, terminal.today()),
    clock,
  ]
}

export function examineNode(version: string): Finding {
  const refused = unsupportedNode('portolan', version)
  return refused === undefined
    ? fine('node', `${version}, of ${OLDEST_NODE.join('.')} or later`)
    : broken('node', refused)
}

/** A warning for each model that has ended; otherwise the next one that does. */
function examineModels(
  project: NamingProject,
  { provider: specOf }: Pick<Catalog, 'provider'>,
  day: string,
): readonly Finding[] {
  const named = namedModels(project).flatMap(({ provider, model, usedBy, life }) =>
    life?.ends === undefined
      ? []
      : [
          {
            hasEnded: life.ends <= day,
            line: `${lifeSentence(specOf(provider)?.name ?? provider, model, life, day)} Used by ${joinNames(usedBy, 'and')}.`,
          },
        ],
  )
  const ended = named.filter(({ hasEnded }) => hasEnded)
  const [next] = named
  return ended.length > 0
    ? ended.map(({ line }) => doubtful('models', line))
    : [fine('models', next?.line ?? 'none that the project names has an end that is announced')]
}

/** A fault for each missing variable or file; otherwise the names of all. Values are not shown. */
function examineSecrets(bundle: Bundle, { environment }: Terminal): readonly Finding[] {
  const { missing } = readSecrets(bundle, environment)
  if (missing.length > 0) return missing.map(line => broken('environment', line))
  const named = bundleSecrets(bundle).flatMap(({ secret: { source, name } }) =>
    source === 'env' || source === 'file' ? [name] : [],
  )
  const names = [...new Set(named)].sort()
  return [
    fine('environment', names.length === 0 ? 'the manifest names no secrets' : `has ${names.join(', ')}`),
  ]
}

/** Files that were changed later than now show that the clock is behind, with which signatures and tokens are refused. */
function examineClock(paths: readonly string[], now: number): Finding {
  const changed = paths.map(path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const ahead = Math.max(0, ...changed) - now
  const time = new Date(now).toISOString()
  return ahead > TOLERANCE_MS
    ? broken(
        'clock',
        `${time} is ${Math.round(ahead / 1000)} s before the last change of a file: set the clock`,
      )
    : fine('clock', time)
}

const TOLERANCE_MS = 60_000

function examinePorts({ listen, metricsListen, console }: Gateway): Promise<readonly Finding[]> {
  const listeners = [listen, listen.admin, metricsListen, console?.listen].flatMap(each =>
    each === undefined ? [] : [{ host: each.host ?? listen.host, port: each.port }],
  )
  const ports = listeners.map(async ({ host, port }) => {
    const code = await tryPort(host, port)
    return code === undefined
      ? fine('port', `${host}:${port} is free`)
      : broken('port', `${host}:${port} cannot be used: ${reason(code)}`)
  })
  return Promise.all(ports)
}

const reason = (code: string): string =>
  code === 'EADDRINUSE' ? 'another process has it, perhaps a gateway that is running' : code

/** The code of the failure, or undefined if it can be listened on. */
const tryPort = (host: string, port: number): Promise<string | undefined> =>
  new Promise(resolve => {
    const server = createServer()
    server.on('error', error => resolve('code' in error ? String(error.code) : error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })

/** `folder` is that of the manifest. */
async function examineStore(
  { store: place }: Gateway,
  folder: string,
  { environment }: Terminal,
): Promise<Finding> {
  if (place === undefined) return fine('store', 'none: releases and saved resources are not stored')
  try {
    const address = storeAddress(place, environment)
    const file = /^(?:sqlite|folder):(.+)/.exec(address)?.[1]
    if (file !== undefined && file !== ':memory:' && !existsSync(resolve(folder, file)))
      return fine('store', `${address} does not exist yet, and is made when it is used`)
    const { clock } = nodePorts()
    const store = await openResourceStore(address, { folder, environment, clock, create: false })
    const { name } = store
    await store.close()
    return fine('store', `${name} can be opened`)
  } catch (error) {
    if (error instanceof StoreError) return broken('store', error.message)
    throw error
  }
}

function examineKeys({ encryptionKey }: Gateway, { environment }: Terminal): Finding {
  const keys = readEncryptionKeys(encryptionKey, environment)
  if (typeof keys === 'string') return broken('keys', keys)
  return keys === undefined
    ? fine('keys', 'no encryption key: secrets saved by API and bodies in the log are refused')
    : fine('keys', 'the encryption keys can be used')
}
