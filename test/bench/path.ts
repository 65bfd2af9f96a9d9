// `npm run bench -- --path`: what one warm request executes and allocates in the gateway. Counts instead of
// times, so they hardly vary between machines: files and functions (precise coverage), promises (promise hooks), and
// bytes allocated (sampling heap profiler). Client and provider run in other processes.
import { Session } from 'node:inspector/promises'
import { promiseHooks } from 'node:v8'
import { startRuntime } from '../../runtime/process/start-runtime.ts'
import { API_KEY, benchBundle } from './bench-bundle.ts'
import { load, requestBytes } from './load.ts'

export interface MeasuredPath {
  /** A config of the bench. */
  readonly config: string
  readonly body: string
  /** Lines besides those of the config and the key. */
  readonly headers?: readonly string[]
  /** Policies are for a request of their own: a gateway without any is what most requests meet. */
  readonly hasPolicies?: boolean
}

/** A file that the request enters: its functions, and the bytes that they allocate. */
interface EnteredFile {
  readonly file: string
  readonly functions: number
  readonly heap: number
}

export interface PathCost {
  readonly files: readonly EnteredFile[]
  readonly functions: number
  readonly calls: number
  readonly promises: number
  /** Bytes allocated per request. */
  readonly heap: number
}

const ROOT = new URL('../../', import.meta.url).href
const SAMPLES = 4_000

/** Records are made, and written to the log, some milliseconds after their requests have ended. */
const allReported = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 100))

interface HeapNode {
  readonly selfSize: number
  readonly callFrame: { readonly url: string }
  readonly children: readonly HeapNode[]
}

const isOwn = (url: string): boolean => /^(runtime|compiler|schemas)\//.test(url.replace(ROOT, ''))

/** Adds the bytes allocated by functions of the gateway at and below a node, by their files. */
function addSizes({ callFrame, selfSize, children }: HeapNode, sizes: Map<string, number>): void {
  if (isOwn(callFrame.url)) {
    const file = callFrame.url.replace(ROOT, '')
    sizes.set(file, (sizes.get(file) ?? 0) + selfSize)
  }
  for (const child of children) addSizes(child, sizes)
}

/** Measures one request, again and again; its provider is at `origin`, and the log is discarded. */
export async function measurePath(
  origin: string,
  { config, body, headers = [], hasPolicies = false }: MeasuredPath,
): Promise<PathCost> {
  const { gateway, ...bundle } = benchBundle(origin)
  const { policies: _, ...plain } = gateway
  const runtime = await startRuntime(
    { ...bundle, gateway: hasPolicies ? gateway : plain },
    {
      environment: { BENCH_KEY: 'bench-provider-key-0123456789' },
      logTo: { write: () => true, once: () => process.stdout } as never,
    },
  )
  if (!('port' in runtime)) throw new Error(runtime.join('\n'))
  const bytes = requestBytes(
    '/v1/chat/completions',
    [`x-gateway-config: ${config}`, `x-gateway-api-key: ${API_KEY}`, ...headers],
    body,
  )
  const send = async (count: number): Promise<number> =>
    (await load(runtime.port, bytes, 1, 60, count)).requests
  await send(3_000)
  const session = new Session()
  session.connect()

  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await allReported()
  // The warm-up may have been measured as a busy time, which the first call after it ends.
  await send(1)
  await allReported()
  await session.post('Profiler.takePreciseCoverage')
  await send(1)
  await allReported()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  await session.post('Profiler.disable')
  const entered = result
    .filter(({ url }) => isOwn(url))
    .map(({ url, functions }) => ({
      file: url.replace(ROOT, ''),
      counts: functions.map(({ ranges }) => ranges[0]?.count ?? 0).filter(count => count > 0),
    }))
    .filter(({ counts }) => counts.length > 0)

  let promises = 0
  const stop = promiseHooks.onInit(() => {
    promises += 1
  })
  const counted = await send(200)
  stop()

  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 128,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  } as never)
  const sampled = await send(SAMPLES)
  const { profile } = await session.post('HeapProfiler.stopSampling')
  session.disconnect()
  await runtime.stop()
  const sizes = new Map<string, number>()
  addSizes(profile.head as unknown as HeapNode, sizes)
  return {
    files: entered
      .map(({ file, counts }) => ({
        file,
        functions: counts.length,
        heap: Math.round((sizes.get(file) ?? 0) / sampled),
      }))
      .sort((one, other) => one.file.localeCompare(other.file)),
    functions: entered.reduce((sum, { counts }) => sum + counts.length, 0),
    calls: entered.reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0),
    promises: Math.round(promises / counted),
    heap: Math.round(Iterator.from(sizes.values()).reduce((sum, size) => sum + size, 0) / sampled),
  }
}
