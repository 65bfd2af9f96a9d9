// The gateway of the bench: the runtime as it is shipped, with plans made by the compiler, in a process of its own.
import { startRuntime } from '../../runtime/start-runtime.ts'
import { benchBundle } from './bench-bundle.ts'
import { answerUsage } from './usage.ts'

const runtime = await startRuntime(benchBundle(process.argv[2] ?? ''), {
  environment: { BENCH_KEY: 'bench' },
})
if (!('port' in runtime)) throw new Error(runtime.join('\n'))
process.send?.({ port: runtime.port })
answerUsage()
