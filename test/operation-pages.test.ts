// What the pages for operators show is valid: the unit of systemd, the Deployment of Kubernetes, and the commands of an upgrade.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import failureTable from '../schemas/api/failures.json' with { type: 'json' }
import type { JsonObject } from '../schemas/values/json.ts'
import { portolan } from './support/command.ts'
import { ROOT } from './support/folder.ts'
import { fenced } from './support/readme-section.ts'
import { makeFolder, temporaryFolder } from './support/temporary-folder.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const block = (file: string, heading: string, language: string): string =>
  new RegExp(`### ${heading}\\n[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(read(file))?.[1] ?? ''

const UNIT = block('schemas/operation.md', 'systemd', 'ini')

/** Sections and settings of systemd.unit(5), systemd.service(5) and systemd.exec(5) that the unit may use, with the forms of values. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  Unit: { Description: /./, Wants: /\.target$/, After: /\.target$/ },
  Service: {
    ExecStart: /^\/\S+ portolan-runtime \//,
    ExecReload: /^\/\S+ -HUP \$MAINPID$/,
    EnvironmentFile: /^\//,
    DynamicUser: /^yes$/,
    StateDirectory: /^\w+$/,
    Restart: /^on-failure$/,
    TimeoutStopSec: /^\d+$/,
    LimitNOFILE: /^\d+$/,
  },
  Install: { WantedBy: /\.target$/ },
}

const verifiers = spawnSync('systemd-analyze', ['--version']).error === undefined

describe('The unit of systemd', () => {
  it('has settings that its sections know', () => {
    const sections = UNIT.split(/^\[(\w+)\]$/m)
    expect(sections.filter((_each, index) => index % 2 === 1)).toEqual(Object.keys(SETTINGS))
    for (let index = 1; index < sections.length; index += 2)
      for (const line of (sections[index + 1] ?? '').trim().split('\n')) {
        const [name = '', value = ''] = line.split(/=(.*)/s)
        expect(value, line).toMatch(SETTINGS[sections[index] ?? '']?.[name] ?? /^not a setting$/)
      }
  })

  it.skipIf(!verifiers)('is accepted by systemd-analyze, where there is one', () => {
    const folder = makeFolder({ 'portolan.service': UNIT })
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', join(folder, 'portolan.service')], {
      encoding: 'utf8',
    })
    expect([status, stderr.split('\n').filter(line => line.includes('portolan.service'))]).toEqual([0, []])
  })
})

describe('The Deployment of Kubernetes', () => {
  const deployment = parse(block('schemas/operation.md', 'Containers and Kubernetes', 'yaml')) as JsonObject
  /** Fields of apps/v1 that it may use, as paths; lists are paths of their items. */
  const FIELDS = [
    'apiVersion kind metadata.name spec.replicas spec.selector.matchLabels.app spec.template.metadata.labels.app',
    'spec.template.spec.terminationGracePeriodSeconds',
    ...[
      'name image command ports.containerPort envFrom.secretRef.name volumeMounts.name volumeMounts.mountPath',
      'volumeMounts.readOnly readinessProbe.httpGet.path readinessProbe.httpGet.port livenessProbe.httpGet.path',
      'livenessProbe.httpGet.port lifecycle.preStop.sleep.seconds resources.requests.memory resources.limits.memory',
    ].map(paths => paths.replaceAll(/\S+/g, path => `spec.template.spec.containers.${path}`)),
    'spec.template.spec.volumes.name spec.template.spec.volumes.configMap.name',
  ].flatMap(paths => paths.split(' '))

  const leaves = (value: unknown, path = ''): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap(item => leaves(item, path))
    if (typeof value !== 'object' || value === null) return [path]
    return Object.entries(value).flatMap(([name, each]) =>
      leaves(each, path === '' ? name : `${path}.${name}`),
    )
  }
  const spec = (deployment['spec'] as JsonObject)['template'] as JsonObject

  it('has fields of apps/v1, and no others', () => {
    expect([deployment['apiVersion'], deployment['kind']]).toEqual(['apps/v1', 'Deployment'])
    expect(new Set(leaves(deployment))).toEqual(new Set(FIELDS))
  })

  it('selects its own pods, mounts a volume that it has, and probes the port that it serves', () => {
    const text = JSON.stringify(deployment)
    const { containers, volumes } = spec['spec'] as { containers: JsonObject[]; volumes: JsonObject[] }
    const [container = {}] = containers
    expect((deployment['spec'] as JsonObject)['selector']).toEqual({
      matchLabels: (spec['metadata'] as JsonObject)['labels'],
    })
    expect((container['volumeMounts'] as JsonObject[]).map(({ name }) => name)).toEqual(
      volumes.map(({ name }) => name),
    )
    const [{ containerPort } = {}] = container['ports'] as JsonObject[]
    expect(container['command']).toContain(String(containerPort))
    expect(text.match(/"port":\d+/g)).toEqual([`"port":${containerPort}`, `"port":${containerPort}`])
    expect(text).toContain('"path":"/readyz"')
  })
})

describe('schemas/stability.md', () => {
  it('its commands work, and find no difference where nothing has changed', async () => {
    const folder = temporaryFolder({})
    cpSync(join(ROOT, 'examples/quickstart'), folder, { recursive: true })
    const lines = ['before', 'after'].flatMap(name =>
      (fenced(name).exec(read('schemas/stability.md'))?.[2] ?? '').trim().split('\n'),
    )
    expect(lines).toHaveLength(5)
    for (const line of lines) {
      const [command, ...words] = line.split(' ')
      const { code, complaints } = await portolan(words, folder)
      expect({ line, command, code, complaints }).toMatchObject({ command: 'portolan', code: 0 })
    }
    expect(readFileSync(join(folder, 'gateway.plan.json'), 'utf8')).toBe(
      readFileSync(join(folder, 'before.plan.json'), 'utf8'),
    )
    expect(readFileSync(join(folder, '.schemas/manifest.schema.json'), 'utf8')).toContain('"$schema"')
  })
})

describe('The symptoms', () => {
  const symptoms = /## Symptoms\n([\s\S]*?)\n## /.exec(read('schemas/operation.md'))?.[1] ?? ''
  const statuses = new Map(failureTable.failures.map(({ code, status }) => [code, status]))
  const named = Array.from(symptoms.matchAll(/^\| (.*?) \|/gm), ([, cell = '']) =>
    Array.from(cell.matchAll(/(\d{3})((?: (?:or )?`[a-z_]+`,?)+)/g), ([, status = '', codes = '']) =>
      Array.from(codes.matchAll(/`(\w+)`/g), ([, code = '']) => [code, Number(status)] as const),
    ).flat(),
  ).flat()

  it('name codes that the gateway replies with, with their statuses', () => {
    expect(named.length).toBeGreaterThan(10)
    for (const [code, status] of named) expect([code, statuses.get(code)]).toEqual([code, status])
  })

  it('lead to the table of all codes, each of which says what to do', () => {
    expect(symptoms).toContain('](reference/failures.md)')
    const table = read('schemas/reference/failures.md')
    for (const { code, action } of failureTable.failures) {
      expect(table).toContain(`| \`${code}\` |`)
      expect(action, code).toMatch(/\.$/)
    }
  })
})
