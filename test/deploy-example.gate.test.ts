// examples/deploy as far as one machine goes: its files name what exists, tools that are there accept them, and its plan is served from
// the environment of a container.
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
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
const helm = process.env['PORTOLAN_TEST_HELM'] ?? findProgram('helm')
for (const [program, found] of Object.entries({ 'systemd-analyze': verifier, helm }))
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
    Environment: /^[A-Z_]+=\S+$/,
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

type Values = Readonly<Record<string, string>>

/** A helm that is built from its sources takes clusters for those of its own time. */
const ON_CLUSTER = ['--kube-version', '1.34.0']

/** What the chart makes of the plan that README.md compiles, with these values. */
function renderChart(values: Values, ...words: readonly string[]) {
  const set = Object.entries(values).map(([name, value]) => `--set=${name}=${value}`)
  const { status, stdout, stderr } =
    helm === undefined
      ? { status: 1, stdout: '', stderr: 'There is no helm.' }
      : spawnSync(helm, ['template', 'gateway', 'chart', ...ON_CLUSTER, ...set, ...words], {
          cwd: EXAMPLE,
          encoding: 'utf8',
        })
  const objects = stdout
    .split(/^---$/m)
    .map(text => parse(text) as { readonly kind: string } | null)
    .filter(each => each !== null)
  return { status, stderr, objects, of: (kind: string) => objects.find(each => each.kind === kind) }
}

describe.skipIf(helm === undefined)('The chart of Kubernetes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-chart-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const plan = join(folder, 'gateway.plan.json')
  await portolan(['compile', EXAMPLE, '-o', plan], folder)
  const withPlan = `--set-file=plan=${plan}`
  const render = (values: Values = {}) => renderChart(values, withPlan)
  const { status, stderr, objects, of } = render()
  const [deployment, service, network] = ['Deployment', 'Service', 'NetworkPolicy'].map(of)
  const [disruption, scaling] = ['PodDisruptionBudget', 'HorizontalPodAutoscaler'].map(of)
  const ofContainer = (path: string): readonly unknown[] =>
    valuesAt(deployment, `spec.template.spec.containers.${path}`)

  it('renders each object once, without what is asked for by a value', () => {
    expect([status, stderr]).toEqual([0, ''])
    expect(objects.map(({ kind }) => kind).sort()).toEqual(
      'ConfigMap Deployment HorizontalPodAutoscaler NetworkPolicy PodDisruptionBudget Service'.split(' '),
    )
    expect(valuesAt(objects, 'metadata.name').toSorted()).toEqual([
      ...Array.from(objects.slice(1), () => 'gateway'),
      'gateway-plan',
    ])
  })

  it('selects the pods of the Deployment', () => {
    const labels = valuesAt(deployment, 'spec.template.metadata.labels')
    expect(labels).toEqual([{ app: 'gateway' }])
    expect(valuesAt(deployment, 'spec.selector.matchLabels')).toEqual(labels)
    expect(valuesAt(service, 'spec.selector')).toEqual(labels)
    expect(valuesAt(disruption, 'spec.selector.matchLabels')).toEqual(labels)
    expect(valuesAt(network, 'spec.podSelector.matchLabels')).toEqual(labels)
    expect(valuesAt(scaling, 'spec.scaleTargetRef.kind')).toEqual(valuesAt(deployment, 'kind'))
    expect(valuesAt(scaling, 'spec.scaleTargetRef.name')).toEqual(valuesAt(deployment, 'metadata.name'))
  })

  it('names ports that the gateway listens on', () => {
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

  it('starts a process without privileges, from a secret that exists and the plan', () => {
    expect(ofContainer('image')).toEqual([`registry.example.com/portolan-runtime:${VERSION}`])
    expect(ofContainer('envFrom')).toEqual([{ secretRef: { name: 'portolan' } }])
    expect(ofContainer('securityContext')).toEqual([
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    ])
    expect(valuesAt(deployment, 'spec.template.spec.securityContext.runAsNonRoot')).toEqual([true])
    expect(valuesAt(deployment, 'spec.template.spec.volumes.configMap.name')).toEqual(
      valuesAt(of('ConfigMap'), 'metadata.name'),
    )
    expect(of('ConfigMap')).toHaveProperty('data', { 'gateway.plan.json': readFileSync(plan, 'utf8') })
    expect(ofContainer('args')).toEqual([`${ofContainer('volumeMounts.mountPath')[0]}/gateway.plan.json`])
  })

  it('rolls out where the plan is another', () => {
    const other = join(folder, 'other.plan.json')
    writeFileSync(other, '{}')
    const annotations = [deployment, renderChart({}, `--set-file=plan=${other}`).of('Deployment')].map(each =>
      valuesAt(each, 'spec.template.metadata.annotations'),
    )
    expect(annotations[0]).not.toEqual(annotations[1])
  })

  it('lets pods call names, the proxy and the stores only', () => {
    expect(valuesAt(network, 'spec.policyTypes')).toEqual(['Ingress', 'Egress'])
    expect(valuesAt(network, 'spec.egress.ports.port')).toEqual([53, 53, 3128, 5432, 6379])
    expect(valuesAt(network, 'spec.egress')).toHaveLength(4)
    expect(valuesAt(network, 'spec.egress.to')).toHaveLength(4)
  })

  it('scales by a metric that the gateway has, and stays above what may be disrupted', () => {
    const [metric] = valuesAt(scaling, 'spec.metrics.pods.metric.name')
    expect(JSON.stringify(Object.values(declareMetrics()))).toContain(`"${metric}"`)
    expect(README).toContain(`seriesQuery: ${metric}{`)
    const [least] = valuesAt(scaling, 'spec.minReplicas')
    expect(least).toBeGreaterThan(Number(valuesAt(disruption, 'spec.maxUnavailable')[0]))
    expect(valuesAt(deployment, 'spec.replicas')).toEqual([])
    const fixed = render({ 'scaling.enabled': 'false', 'scaling.minimum': '3' })
    expect(fixed.of('HorizontalPodAutoscaler')).toBeUndefined()
    expect(valuesAt(fixed.of('Deployment'), 'spec.replicas')).toEqual([3])
  })

  it('has an Ingress and a ServiceMonitor on demand, which name the service, its port and the token', () => {
    const rendered = render({
      ...{ 'ingress.enabled': 'true', 'ingress.className': 'nginx', 'ingress.tlsSecret': 'tls' },
      ...{ 'serviceMonitor.enabled': 'true', 'serviceMonitor.labels.release': 'prometheus' },
      ...{ 'image.pullSecrets': '{one,two}' },
    })
    expect(rendered.status).toBe(0)
    const [ingress, monitor] = ['Ingress', 'ServiceMonitor'].map(rendered.of)
    expect(valuesAt(ingress, 'spec.rules.http.paths.backend.service')).toEqual([
      { name: 'gateway', port: { name: 'http' } },
    ])
    expect(valuesAt(ingress, 'spec.tls.hosts')).toEqual(valuesAt(ingress, 'spec.rules.host'))
    expect(valuesAt(ingress, 'spec.ingressClassName')).toEqual(['nginx'])
    expect(valuesAt(monitor, 'spec.selector.matchLabels')).toEqual(valuesAt(service, 'metadata.labels'))
    expect(valuesAt(service, 'spec.ports.name')).toContain(valuesAt(monitor, 'spec.endpoints.port')[0])
    const token = valuesAt(monitor, 'spec.endpoints.authorization.credentials')
    expect(token).toEqual([{ name: 'portolan', key: 'METRICS_TOKEN' }])
    expect(VARIABLES).toContain('METRICS_TOKEN')
    expect(valuesAt(monitor, 'metadata.labels')).toEqual([{ release: 'prometheus' }])
    expect(valuesAt(rendered.of('Deployment'), 'spec.template.spec.imagePullSecrets.name')).toEqual([
      'one',
      'two',
    ])
  })

  it.each([
    ['no plan', renderChart({}), 'needs a plan: --set-file plan='],
    ['a name that no value has', render({ 'scalling.minimum': '3' }), 'scalling'],
    ['a value of another type', render({ 'ports.http': 'eighty' }), 'http'],
  ])('is refused with %s', (_title, rendered, message) => {
    expect(rendered.status).not.toBe(0)
    expect(rendered.stderr).toContain(message)
  })

  it('passes helm lint', () => {
    const { status: linted, stdout } = spawnSync(
      helm ?? '',
      ['lint', 'chart', '--strict', ...ON_CLUSTER, withPlan],
      {
        cwd: EXAMPLE,
        encoding: 'utf8',
      },
    )
    expect(stdout).toContain('0 chart(s) failed')
    expect(linted).toBe(0)
  })
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
