// The compiler of the page: in a worker, so that typing never waits for it. Where the browser starts none, as for a page that was opened
// from a folder, its script is loaded here.
import type { PageCompiler } from './page-types.ts'

export type CallCompiler = <Name extends keyof PageCompiler>(
  name: Name,
  ...values: Parameters<PageCompiler[Name]>
) => Promise<ReturnType<PageCompiler[Name]>>

interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string
}

interface PageGlobals {
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy }
  readonly portolanCompiler?: (call: {
    readonly call: string
    readonly arguments: readonly unknown[]
  }) => Promise<unknown>
}

const globals = window as unknown as PageGlobals

/** The policy of the page allows scripts by trusted addresses only: this one is part of it. */
const trust = (url: string): string =>
  globals.trustedTypes
    ?.createPolicy('portolan-compiler', { createScriptURL: each => each })
    .createScriptURL(url) ?? url

interface Reply {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** `url`: of the script of the compiler. */
export function connectCompiler(url: string): { readonly call: CallCompiler; readonly close: () => void } {
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  const worker = startWorker(url)
  worker?.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  worker?.addEventListener('error', () => {
    for (const [id, settle] of waiting) settle({ id, error: 'The compiler could not be loaded.' })
    waiting.clear()
  })
  const here = worker === undefined ? loadScript(url) : undefined
  const call = async (name: string, ...values: readonly unknown[]): Promise<unknown> => {
    if (worker === undefined) {
      await here
      return globals.portolanCompiler?.({ call: name, arguments: values })
    }
    last += 1
    const id = last
    const reply = await new Promise<Reply>(resolve => {
      waiting.set(id, resolve)
      worker.postMessage({ id, call: name, arguments: values })
    })
    if (reply.error !== undefined) throw new Error(reply.error)
    return reply.value
  }
  return { call: call as CallCompiler, close: () => worker?.terminate() }
}

/** Undefined where the browser refuses: it starts no worker for a page of the file system. */
function startWorker(url: string): Worker | undefined {
  try {
    return new Worker(trust(url))
  } catch {
    return undefined
  }
}

const loadScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trust(url)
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('The compiler could not be loaded.')))
    document.head.append(script)
  })
