// The compiler in a worker of a page, so that typing never waits for it: a message is a call, and its reply has the same number. A page
// that may start no worker, as one that was opened from a folder, loads the same script and calls it in its own thread.

import type { PageCompiler, ProjectFiles } from '../../../runtime/console/page/screens/compiler/page-types.ts'
import { createPageCompiler } from './page-compiler.ts'

type Calls = { readonly [Name in keyof PageCompiler]: Parameters<PageCompiler[Name]> }

/** A call: the name of a function of the compiler, and its arguments. */
export type PageCall = {
  readonly [Name in keyof Calls]: { readonly call: Name; readonly arguments: Calls[Name] }
}[keyof Calls]

interface PageThread {
  readonly WorkerGlobalScope?: unknown
  readonly crypto: {
    readonly subtle?: { readonly digest: (name: string, data: Uint8Array) => Promise<ArrayBuffer> }
  }
  readonly addEventListener: (type: 'message', listener: (event: { readonly data: unknown }) => void) => void
  readonly postMessage: (message: unknown) => void
  portolanCompiler?: (call: PageCall) => Promise<unknown>
}

const thread = globalThis as unknown as PageThread

/** Of contents, as manifests pin files of prices. */
const digests = new Map<string, string>()

/** Hashes are promises in a page, and the compiler needs those of files of prices at once. */
async function learnDigests(files: ProjectFiles): Promise<void> {
  for (const text of Object.values(files)) {
    if (digests.has(text)) continue
    const hash = await thread.crypto.subtle?.digest('SHA-256', new TextEncoder().encode(text))
    const bytes = Array.from(new Uint8Array(hash ?? new ArrayBuffer(0)), byte =>
      byte.toString(16).padStart(2, '0'),
    )
    digests.set(text, `sha256:${bytes.join('')}`)
  }
}

const compiler = createPageCompiler(
  () => Date.now(),
  text => digests.get(text) ?? '',
)

async function answer({ call, arguments: given }: PageCall): Promise<unknown> {
  if (call === 'compile') {
    const [files] = given
    digests.clear()
    await learnDigests(files)
  }
  return (compiler[call] as (...values: readonly unknown[]) => unknown)(...given)
}

if (thread.WorkerGlobalScope === undefined) thread.portolanCompiler = answer
else
  thread.addEventListener('message', ({ data }) => {
    const { id, ...call } = data as PageCall & { readonly id: number }
    answer(call).then(
      value => thread.postMessage({ id, value }),
      (error: unknown) => thread.postMessage({ id, error: String(error) }),
    )
  })
