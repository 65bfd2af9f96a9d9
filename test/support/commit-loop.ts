// A process that commits to several stores until it is killed, and prints each transaction that was acknowledged.
// Arguments: the name of the run, then the addresses.
import { flushCompileCache } from 'node:module'
import { nodePorts } from '../../runtime/process/node-ports.ts'
import { openResourceStore } from '../../runtime/stores/resources/open-resource-store.ts'
import { transactionOf } from './numbered-transactions.ts'

/** Several at once, so that they are written together where a driver does that. */
const AT_ONCE = 3

const [run = '', ...addresses] = process.argv.slice(2)
const options = { folder: '/', environment: {}, clock: nodePorts().clock }
process.stdout.write('started\n')
await Promise.all(
  addresses.map(async (address, place) => {
    const store = await openResourceStore(address, options)
    process.stdout.write('opened\n')
    // A process that is killed leaves no compiled code to the next one.
    if (run === '0') flushCompileCache()
    let last = 0
    const loop = async (): Promise<never> => {
      for (;;) {
        last += 1
        const number = `${run}.${last}`
        await store.commit(transactionOf(number))
        process.stdout.write(`${place} ${number}\n`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, loop))
  }),
)
