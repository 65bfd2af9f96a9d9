// Preloaded by a process: says on standard error how many modules of this project it has evaluated when a listener opens, and when it ends.
import { registerHooks } from 'node:module'
import { Server } from 'node:net'
import { pathToFileURL } from 'node:url'
import { ROOT } from './folder.ts'

const root = pathToFileURL(ROOT).href
const own = new Set<string>()

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith(root) && !/\/(?:node_modules|test)\//.test(url)) own.add(url)
    return next(url, context)
  },
})

const tell = (): void => void process.stderr.write(`modules: ${own.size}\n`)
process.once('exit', tell)

const { listen } = Server.prototype
Server.prototype.listen = function countThenListen(this: Server, ...args: Parameters<typeof listen>) {
  tell()
  return listen.apply(this, args)
} as typeof listen
