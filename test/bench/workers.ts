// `npm run bench -- workers`: CPU for a request with two workers against one at the same load, and the memory of each further idle worker.
import { parseArgs } from 'node:util'
import { arrive } from './arrivals.ts'
import { benchBundle } from './bench-bundle.ts'
import { median, start } from './bench-process.ts'
import { load } from './load.ts'
import { cpuOf, machineLoad, memoryOf, startGateway, WHOLE_REQUEST } from './served-process.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    rate: { type: 'string', default: '1000' },
  },
  allowPositionals: true,
})
const [seconds, rate] = [Number(values.seconds), Number(values.rate)]

const upstream = await start('./upstream.ts')
const bundle = benchBundle(`http://127.0.0.1:${upstream.port}`)
const [one, two] = [await startGateway(bundle, 1), await startGateway(bundle, 2)]
const three = await startGateway(bundle, 3)
await new Promise(resolve => setTimeout(resolve, 2000))
const [ofOne, ofTwo, ofThree] = [one, two, three].map(memoryOf) as [number, number, number]
three.stop()
process.stdout.write(
  `idle: ${ofOne.toFixed(0)} MB with one worker, ${ofTwo.toFixed(0)} with two, ${ofThree.toFixed(0)} with three: ${(ofThree - ofTwo).toFixed(0)} MB for a further worker\n`,
)
for (const { port } of [one, two]) await load(port, WHOLE_REQUEST, 64, 4)
const costs = async (served: typeof one): Promise<number> => {
  const before = cpuOf(served)
  const { length } = await arrive(served.port, WHOLE_REQUEST, rate, seconds)
  return ((cpuOf(served) - before) * 1000) / length
}
const ratios: number[] = []
for (let round = 0; round < Number(values.rounds); round += 1) {
  const [single, double] = [await costs(one), await costs(two)]
  ratios.push(double / single)
  process.stdout.write(
    `${single.toFixed(0)} µs a request with one worker, ${double.toFixed(0)} µs with two\n`,
  )
}
process.stdout.write(
  `CPU of two workers against one at ${rate} requests a second: ${median(ratios).toFixed(2)} times; load of the machine ${machineLoad()}\n`,
)
for (const each of [one, two]) each.stop()
upstream.child.kill()
process.exit(0)
