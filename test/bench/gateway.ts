// The gateway under test: the shipped runtime with compiled plans, in a separate process.
import { startRuntime } from '../../runtime/process/start-runtime.ts'
import { benchBundle } from './bench-bundle.ts'
import { answerUsage } from './usage.ts'

const runtime = await startRuntime(
  benchBundle(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '{}') as object),
  {
    environment: { BENCH_KEY: 'bench-provider-key-0123456789' },
  },
)
if (!('port' in runtime)) throw new Error(runtime.join('\n'))
process.send?.({ port: runtime.port })
answerUsage()
