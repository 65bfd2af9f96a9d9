// Loads the compiler and the engine once, asynchronously. Reading is synchronous.

import type {
  CustomizeVariantOptions,
  EmscriptenModuleLoaderOptions,
  QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { isReadableSource } from '../readable-source.ts'
import type { SourceReader } from '../reader.ts'
import { type EngineInstance, loadEngine } from './engine.ts'
import { INITIAL_PAGES, MAX_PAGES } from './limits.ts'
import { FUEL, meterLoops } from './meter-loops.ts'
import type { TypescriptPorts } from './ports.ts'
import { readConfig } from './read-config.ts'

/** Loads a reader of TypeScript configs, which caches parsed files across configs. */
export async function loadTypescriptReader(ports: TypescriptPorts): Promise<SourceReader> {
  const compiler = ports.loadCompiler()
  const { newQuickJSWASMModuleFromVariant, newVariant } = await import('quickjs-emscripten-core')
  const release: { readonly default: unknown } = await import('@jitl/quickjs-wasmfile-release-sync')
  const metered = await WebAssembly.compile(meterLoops(ports.readEngine()))
  const engine = await loadEngine(async () => {
    let turns: EngineInstance['turns'] | undefined
    const variant = newVariant(release.default as QuickJSSyncVariant, {
      // The engine itself counts allocations, not their sizes: this is what ends a config that grows.
      wasmMemory: boundedMemory(),
      emscriptenModule: {
        // What the engine prints when it crashes is not a diagnostic; the crash itself is one.
        printErr: () => {},
        instantiateWasm: (imports: object, received: (instance: object, module: object) => void) => {
          const instance = new WebAssembly.Instance(metered, imports)
          turns = instance.exports[FUEL]
          received(instance, metered)
          return instance.exports
        },
      } as EmscriptenModuleLoaderOptions,
    })
    const module = await newQuickJSWASMModuleFromVariant(variant)
    if (turns === undefined) throw new Error('The engine is not metered.')
    return { module, turns }
  })
  const loaded = { ports, compiler, engine, parsed: new Map() }
  return (source, report) =>
    isReadableSource(source, 'typescript', report) ? readConfig(loaded, source, report) : undefined
}

type EngineMemory = Extract<CustomizeVariantOptions['wasmMemory'], object>

/** The types of the platform leave WebAssembly out. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => EngineMemory
    readonly compile: (binary: Uint8Array) => Promise<object>
    readonly Instance: new (
      module: object,
      imports: object,
    ) => { readonly exports: { readonly [name: string]: { value: number } } }
  }
}

const boundedMemory = (): EngineMemory =>
  new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES })
