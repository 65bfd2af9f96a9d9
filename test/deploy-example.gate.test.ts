// examples/deploy as far as one machine goes: its files name what exists, tools that are there accept them, and its plan is served from
// the environment of a container.
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { VERSION } from '../compiler/facts/version.ts'
import { declareMetrics } from '../runtime/telemetry/metric-families.ts'
import { portolan, RUNTIME, start } from './support/command.ts'
import { findProgram } from './support/find-program.ts'
import { ROOT } from './support/folder.ts'
import { postgresSchemas } from './support/postgres-schemas.ts'
import { commandsIn } from './support/prepared-clone.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { isPostgresListening } from './support/test-postgres.ts'
import { isListening, TEST_REDIS } from './support/test-redis.ts'

const EXAMPLE = join(ROOT, 'examples/deploy')
const read = (name: string): string => readFileSync(join(EXAMPLE, name), 'utf8')
const README = read('README.md')
const present = (await isPostgresListening()) && (await isListening())
const verifier = findProgram('systemd-analyze')
const kubectl = findProgram('kubectl')
for (const [program, found] of Object.entries({ 'systemd-analyze': verifier, kubectl }))
  if (found === undefined)
    console.warn(`There is no ${program}: it does not read the files of examples/deploy.`)

/** Variables that the plan refers to. */
const VARIABLES = Array.from(
  read('gateway.yaml').matchAll(/\$\{env:(\w+)\}/g),
  ([, name = '']) => name,
).sort()

/** Sections and settings of systemd.unit(5), systemd.service(5), systemd.exec(5) and systemd.resource-control(5), with forms of values. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  Unit: { Description: /./, Wants: /\.target$/, After: /\.target$/ },
  Service: {
    ExecStart: /^\/\S+\/portolan-runtime \//,
    ExecReload: /^\/\S+ -HUP \$MAINPID$/,
    'EnvironmentFile|WorkingDirectory': /^\//,
    StateDirectory: /^\w+$/,
    'StateDirectoryMode|UMask': /^0\d{3}$/,
    Restart: /^on-failure$/,
    'TimeoutStopSec|LimitNOFILE': /^\d+$/,
    ProtectSystem: /^strict$/,
    ProtectProc: /^invisible$/,
    CapabilityBoundingSet: /^$/,
    RestrictAddressFamilies: /^(?:AF_\w+ ?)+$/,
    'DynamicUser|NoNewPrivileges|LockPersonality|(?:Protect|Private|Restrict)[A-Z]\\w+': /^yes$/,
    SystemCallArchitectures: /^native$/,
    SystemCallFilter: /^(?:@[\w-]+ ?)+$/,
    SystemCallErrorNumber: /^EPERM$/,
  },
  Install: { WantedBy: /\.target$/ },
}

describe('The unit of systemd', () => {
  const unit = read('systemd/portolan.service')

  it('has settings that its sections know', () => {
    const sections = unit.split(/^\[(\w+)\]$/m)
    expect(sections.filter((_each, index) => index % 2 === 1)).toEqual(Object.keys(SETTINGS))
    for (let index = 1; index < sections.length; index += 2)
      for (const line of (sections[index + 1] ?? '').split('\n').filter(each => /^[^#]/.test(each))) {
        const [name = '', value = ''] = line.split(/=(.*)/s)
        const known = Object.entries(SETTINGS[sections[index] ?? ''] ?? {})
        const form = known.find(([names]) => new RegExp(`^(?:${names})$`).test(name))?.[1]
        expect(value, line).toMatch(form ?? /^not a setting$/)
      }
  })

  it.skipIf(verifier === undefined)('is accepted by systemd-analyze, and little exposed', () => {
    const folder = temporaryFolder({ 'portolan.service': unit })
    const path = join(folder, 'portolan.service')
    const analyze = (...words: readonly string[]) => spawnSync('systemd-analyze', words, { encoding: 'utf8' })
    const { stderr } = analyze('verify', path)
    const complaints = stderr.split('\n').filter(line => line.includes('portolan.service'))
    // Only what is not installed here.
    expect(complaints.filter(line => !line.includes('/usr/local/bin/portolan-runtime'))).toEqual([])
    // From 0 to 10, times ten: 17 at the time of writing.
    expect(analyze('security', '--offline=true', '--threshold=20', path).status).toBe(0)
  })
})

interface Service {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly healthcheck: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, object>>
  readonly read_only?: boolean
}

describe('The file of Docker Compose', () => {
  const compose = parse(read('compose/compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>
  }
  const runtimes = Object.entries(compose.services).filter(([name]) => name.startsWith('runtime-'))

  it('gives two runtimes each variable of the plan, the plan, and a read-only root', () => {
    expect(runtimes).toHaveLength(2)
    for (const [, runtime] of runtimes) {
      expect(Object.keys(runtime.environment ?? {}).sort()).toEqual(VARIABLES)
      expect(runtime.volumes).toEqual(['../.portolan:/etc/portolan:ro'])
      expect(runtime.read_only).toBe(true)
      expect(runtime.healthcheck.test).toEqual(['CMD', '/usr/bin/portolan-runtime', 'health'])
      expect(runtime.image).toBe(`portolan-runtime:${VERSION}`)
    }
    expect(new Set(runtimes.flatMap(([, { ports = [] }]) => ports)).size).toBe(2)
  })

  it('waits for services that it has, which say when they are healthy', () => {
    const waits = runtimes.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on))
    expect(new Set(waits)).toEqual(new Set(['postgres', 'redis']))
    for (const name of waits) expect(compose.services[name]?.healthcheck.test[0]).toBe('CMD')
  })
})

/** The values at a path of names; lists on the way are those of their items. */
function valuesAt(value: unknown, path: string): readonly unknown[] {
  const [name = '', ...rest] = path.split('.')
  const items = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  return items.flatMap(item => {
    const found = (item as Readonly<Record<string, unknown>> | undefined)?.[name]
    if (found === undefined) return []
    return rest.length === 0 ? [found].flat() : valuesAt(found, rest.join('.'))
  })
}

describe('The manifests of Kubernetes', () => {
  const base = 'kubernetes/base'
  const load = (name: string): unknown => parse(read(`${base}/${name}`))
  const kustomization = load('kustomization.yaml')
  const deployment = load('deployment.yaml')
  const service = load('service.yaml')
  const network = load('network.yaml')
  const disruption = load('disruption.yaml')
  const scaling = load('scaling.yaml')
  const ofContainer = (path: string): readonly unknown[] =>
    valuesAt(deployment, `spec.template.spec.containers.${path}`)

  it('are all in the kustomization', () => {
    const found = readdirSync(join(EXAMPLE, base)).filter(name => /(?<!kustomization)\.yaml$/.test(name))
    expect(valuesAt(kustomization, 'resources').toSorted()).toEqual(found.sort())
  })

  it('select the pods of the Deployment', () => {
    const labels = valuesAt(deployment, 'spec.template.metadata.labels')
    expect(labels).toEqual([{ app: 'portolan' }])
    expect(valuesAt(deployment, 'spec.selector.matchLabels')).toEqual(labels)
    expect(valuesAt(service, 'spec.selector')).toEqual(labels)
    expect(valuesAt(disruption, 'spec.selector.matchLabels')).toEqual(labels)
    expect(valuesAt(network, 'spec.podSelector.matchLabels')).toEqual(labels)
    expect(valuesAt(scaling, 'spec.scaleTargetRef.kind')).toEqual(valuesAt(deployment, 'kind'))
    expect(valuesAt(scaling, 'spec.scaleTargetRef.name')).toEqual(valuesAt(deployment, 'metadata.name'))
  })

  it('name ports that the gateway listens on', () => {
    const manifest: unknown = parse(read('gateway.yaml'))
    expect(ofContainer('ports')).toEqual([
      { name: 'http', containerPort: valuesAt(manifest, 'listen.port')[0] },
      { name: 'metrics', containerPort: valuesAt(manifest, 'telemetry.metrics.port')[0] },
    ])
    expect(valuesAt(service, 'spec.ports.targetPort')).toEqual(['http', 'metrics'])
    expect(valuesAt(network, 'spec.ingress.ports.port')).toEqual(['http', 'metrics'])
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map(probe =>
      ofContainer(`${probe}.httpGet`),
    )
    const [ready, live] = ['/readyz', '/healthz'].map(path => [{ path, port: 'http' }])
    expect(probes).toEqual([ready, ready, live])
  })

  it('start a process without privileges, from a secret that exists and the generated plan', () => {
    expect(ofContainer('envFrom')).toEqual([{ secretRef: { name: 'portolan' } }])
    expect(ofContainer('securityContext')).toEqual([
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    ])
    expect(valuesAt(deployment, 'spec.template.spec.securityContext.runAsNonRoot')).toEqual([true])
    expect(valuesAt(deployment, 'spec.template.spec.volumes.configMap.name')).toEqual(
      valuesAt(kustomization, 'configMapGenerator.name'),
    )
    expect(valuesAt(kustomization, 'configMapGenerator.files')).toEqual(['.portolan/gateway.plan.json'])
    expect(ofContainer('args')).toEqual([`${ofContainer('volumeMounts.mountPath')[0]}/gateway.plan.json`])
  })

  it('let pods call names, the proxy and the stores only', () => {
    expect(valuesAt(network, 'spec.policyTypes')).toEqual(['Ingress', 'Egress'])
    expect(valuesAt(network, 'spec.egress.ports.port')).toEqual([53, 53, 3128, 5432, 6379])
    expect(valuesAt(network, 'spec.egress')).toHaveLength(4)
    expect(valuesAt(network, 'spec.egress.to')).toHaveLength(4)
  })

  it('scale by a metric that the gateway has, and stay above what may be disrupted', () => {
    const [metric] = valuesAt(scaling, 'spec.metrics.pods.metric.name')
    expect(JSON.stringify(Object.values(declareMetrics()))).toContain(`"${metric}"`)
    const [least] = valuesAt(scaling, 'spec.minReplicas')
    expect(least).toBeGreaterThan(Number(valuesAt(disruption, 'spec.maxUnavailable')[0]))
    expect(valuesAt(deployment, 'spec.replicas')).toEqual([])
  })

  it.skipIf(kubectl === undefined)(
    'are put together by kubectl, with the plan that README.md compiles',
    async () => {
      const folder = temporaryFolder()
      cpSync(EXAMPLE, folder, { recursive: true })
      mkdirSync(join(folder, base, '.portolan'), { recursive: true })
      const output = `${base}/.portolan/gateway.plan.json`
      expect(README).toContain(`portolan compile . -o ${output}\n`)
      expect((await portolan(['compile', '.', '-o', output], folder)).code).toBe(0)
      const { stdout, stderr, status } = spawnSync('kubectl', ['kustomize', 'kubernetes/production'], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, ''])
      const documents = stdout.split(/^---$/m).map(text => parse(text) as unknown)
      expect(valuesAt(documents, 'kind').toSorted()).toEqual(
        'ConfigMap Deployment HorizontalPodAutoscaler NetworkPolicy PodDisruptionBudget Service'.split(' '),
      )
      expect(valuesAt(documents, 'metadata.namespace')).toEqual(documents.map(() => 'portolan'))
      expect(valuesAt(documents, 'spec.template.spec.volumes.configMap.name')).toEqual([
        expect.stringMatching(/^portolan-plan-\w+$/),
      ])
      expect(valuesAt(documents, 'metadata.name')).toEqual(
        expect.arrayContaining([...valuesAt(documents, 'spec.template.spec.volumes.configMap.name')]),
      )
      expect(valuesAt(documents, 'spec.template.spec.containers.image')).toEqual([
        `registry.example.com/portolan-runtime:${VERSION}`,
      ])
      expect(valuesAt(documents, 'spec.minReplicas')).toEqual([3])
    },
  )
})

describe.skipIf(!present)('service: PostgreSQL and Redis', () => {
  const schemas = postgresSchemas()

  it('the plan serves the call of the README with variables of the environment only, and is healthy', async () => {
    const folder = temporaryFolder()
    cpSync(EXAMPLE, folder, { recursive: true })
    writeFileSync(
      join(folder, 'gateway.yaml'),
      read('gateway.yaml')
        .replace('port: 9464', 'port: 0')
        .replace('name: deploy', `name: deploy-${randomUUID()}`),
    )
    expect((await portolan(['compile', '.', '-o', 'gateway.plan.json'], folder)).code).toBe(0)
    const environment = {
      STORE_URL: schemas.create().href,
      STATE_URL: TEST_REDIS,
      METRICS_TOKEN: 'token',
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    expect(Object.keys(environment).sort()).toEqual(VARIABLES)
    const words = ['gateway.plan.json', '--host', '127.0.0.1', '--port', '0']
    const runtime = start(RUNTIME, words, folder, environment)
    const [, port = ''] = await runtime.waitForOutput(/on http:\/\/127\.0\.0\.1:(\d+)\/v1/)
    const call = commandsIn(README)
      .flatMap(block => block.replaceAll('\\\n', '').split('\n'))
      .find(line => line.startsWith('curl'))
    const { stdout } = await promisify(execFile)('bash', ['-c', (call ?? '').replace('8788', port)])
    expect(JSON.parse(stdout)).toMatchObject({ choices: [{ message: { content: 'Hello' } }] })
    const health = start(RUNTIME, ['health', '--port', port], folder)
    expect(await health.finished).toMatchObject({ code: 0, complaints: '' })
    runtime.child.kill('SIGTERM')
    expect((await runtime.finished).code).toBe(0)
  })
})
