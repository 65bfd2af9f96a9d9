// A process that appends batches to several log stores until it is killed, and prints each batch that was acknowledged.
// Arguments: the name of the run, then the addresses.
import { openLogStore } from '../../runtime/stores/logs/open-log-store.ts'
import { numberedBatch } from './numbered-batches.ts'

/** Several at once, so that they are written together where a driver does that. */
const AT_ONCE = 3

const [run = '', ...addresses] = process.argv.slice(2)
process.stdout.write('started\n')
await Promise.all(
  addresses.map(async (address, place) => {
    const store = await openLogStore(address, { folder: '/' })
    process.stdout.write('opened\n')
    let last = 0
    const loop = async (): Promise<never> => {
      for (;;) {
        last += 1
        const number = `${run}.${last}`
        await store.append(numberedBatch(number))
        process.stdout.write(`${place} ${number}\n`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, loop))
  }),
)
