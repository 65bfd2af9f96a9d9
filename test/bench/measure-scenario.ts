// Measures one scenario in this process: `node measure-scenario.ts NAME FOLDER` prints its CPU time and the memory as JSON.
import { SCENARIOS, type Scenario } from './compile-scenarios.ts'

const [, , name = '', folder = ''] = process.argv
const prepare = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name as keyof typeof SCENARIOS] : undefined
if (prepare === undefined) throw new Error(`There is no scenario ${JSON.stringify(name)}.`)
const measured: Scenario = await prepare(folder)
let least = Number.POSITIVE_INFINITY
for (let run = 0; run < (measured.runs ?? 1); run += 1) {
  measured.between?.(run)
  const before = process.cpuUsage()
  await measured.run()
  const { user, system } = process.cpuUsage(before)
  least = Math.min(least, (user + system) / 1_000)
}
console.log(JSON.stringify({ cpu: least, memory: process.resourceUsage().maxRSS / 1_024 }))
