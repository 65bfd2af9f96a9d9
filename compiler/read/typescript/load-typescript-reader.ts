// Loads the compiler and the engine once, asynchronously. Reading is synchronous.

import { isReadableSource } from '../readable-source.ts'
import type { SourceReader } from '../reader.ts'
import { loadEngine } from './engine.ts'
import type { TypescriptPorts } from './ports.ts'
import { readConfig } from './read-config.ts'

/** Loads a reader of TypeScript configs, which caches parsed files across configs. */
export async function loadTypescriptReader(ports: TypescriptPorts): Promise<SourceReader> {
  const compiler = ports.loadCompiler()
  const { newQuickJSWASMModuleFromVariant } = await import('quickjs-emscripten-core')
  const engine = await loadEngine(() =>
    newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync')),
  )
  const loaded = { ports, compiler, engine, parsed: new Map() }
  return (source, report) =>
    isReadableSource(source, report) ? readConfig(loaded, source, report) : undefined
}
