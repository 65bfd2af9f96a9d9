// Loads the compiler and the engine once, asynchronously. Reading is synchronous.

import type {
  CustomizeVariantOptions,
  EmscriptenModuleLoaderOptions,
  QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { isReadableSource } from '../readable-source.ts'
import type { SourceReader } from '../reader.ts'
import { createEngine, type EngineInstance } from './engine.ts'
import { INITIAL_PAGES, MAX_PAGES } from './limits.ts'
import { FUEL, meterLoops, VARIABLE } from './meter-loops.ts'
import type { TypescriptPorts } from './ports.ts'
import { readConfig } from './read-config.ts'

/** Loads a reader of TypeScript configs, which caches parsed files across configs. */
export async function loadTypescriptReader(ports: TypescriptPorts): Promise<SourceReader> {
  const compiler = ports.loadCompiler()
  const engine = createEngine(await loadInstance(ports.readEngine()))
  const loaded = { ports, compiler, engine, parsed: new Map() }
  return (source, report) =>
    isReadableSource(source, 'typescript', report) ? readConfig(loaded, source, report) : undefined
}

async function loadInstance(binary: Uint8Array): Promise<EngineInstance> {
  const { newQuickJSWASMModuleFromVariant, newVariant } = await import('quickjs-emscripten-core')
  const release: { readonly default: unknown } = await import('@jitl/quickjs-wasmfile-release-sync')
  const metered = await WebAssembly.compile(meterLoops(binary))
  const memory = boundedMemory()
  let exports: WebAssemblyExports = {}
  const variant = newVariant(release.default as QuickJSSyncVariant, {
    wasmMemory: memory,
    emscriptenModule: {
      // A part of the engine's memory: with the path of the host, a config would run out elsewhere on another machine.
      thisProgram: 'portolan',
      // What the engine prints when it crashes is not a diagnostic; the crash itself is one.
      printErr: () => {},
      instantiateWasm: (imports: object, received: (instance: object, module: object) => void) => {
        const instance = new WebAssembly.Instance(metered, imports)
        exports = instance.exports
        received(instance, metered)
        return instance.exports
      },
    } as EmscriptenModuleLoaderOptions,
  })
  const module = await newQuickJSWASMModuleFromVariant(variant)
  const { [FUEL]: turns } = exports
  if (turns === undefined) throw new Error('The engine is not metered.')
  return { module, turns, memory, reset: resetTo(memory, exports) }
}

/** A function that makes the memory and the variables what they are now. */
function resetTo(memory: EngineMemory, exports: WebAssemblyExports): () => void {
  const bytes = new Uint8Array(memory.buffer)
  const content = bytes.slice(0, bytes.findLastIndex(byte => byte !== 0) + 1)
  const variables = Object.entries(exports)
    .filter(([label]) => label.startsWith(VARIABLE))
    .map(([, variable]) => ({ variable, value: variable.value }))
  return () => {
    const now = new Uint8Array(memory.buffer)
    now.set(content)
    now.fill(0, content.length)
    for (const { variable, value } of variables) variable.value = value
  }
}

type EngineMemory = Extract<CustomizeVariantOptions['wasmMemory'], object>

/** Those of them that are read. */
type WebAssemblyExports = Readonly<Record<string, { value: number }>>

/** The types of the platform leave WebAssembly out. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => EngineMemory
    readonly compile: (binary: Uint8Array) => Promise<object>
    readonly Instance: new (module: object, imports: object) => { readonly exports: WebAssemblyExports }
  }
}

/** What ends a config that grows: the engine itself counts allocations, not their sizes. */
function boundedMemory(): EngineMemory & EngineInstance['memory'] {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES })
  const bounded = Object.assign(memory, { isExhausted: false })
  const grow = memory.grow.bind(memory)
  memory.grow = (pages: number) => {
    try {
      return grow(pages)
    } catch (error) {
      bounded.isExhausted = true
      throw error
    }
  }
  return bounded
}
