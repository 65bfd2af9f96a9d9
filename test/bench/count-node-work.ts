// Preloaded by a process: counts what it makes Node and the kernel do, and answers `work` with the counts so far.
import { createHook } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'

const made = new Map<string, number>()
createHook({ init: (_id, type) => void made.set(type, (made.get(type) ?? 0) + 1) }).enable()

let headers = 0
const { writeHead, setHeader } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function count(this: ServerResponse, ...args: unknown[]) {
  const given = args.at(-1)
  if (typeof given === 'object' && given !== null)
    headers += Array.isArray(given) ? given.length / 2 : Object.keys(given).length
  return Reflect.apply(writeHead, this, args)
} as typeof writeHead
ServerResponse.prototype.setHeader = function count(this: ServerResponse, ...args) {
  headers += 1
  return setHeader.apply(this, args)
}

/** System calls of this thread that wrote, as Linux counts them: those of the engine's own threads depend on the machine. */
const systemWrites = (): number =>
  Number(/^syscw: (\d+)/m.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1] ?? Number.NaN)

process.on('message', message => {
  if (message === 'work') process.send?.({ ...Object.fromEntries(made), headers, writes: systemWrites() })
})
