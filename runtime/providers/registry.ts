// Loaders of the adapters: a process loads those of the providers that its bundle names before it serves, and others only if callers
// may name them. A dialect without a loader needs no adapter: its providers speak the OpenAI schema.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { Adapter, Adapters, ProviderAdapter } from '../values/adapter.ts'

const dialects = {
  anthropic: async (): Promise<Adapter> => (await import('./anthropic/anthropic.ts')).anthropic,
  google: async () => (await import('./google/google.ts')).google,
  cohere: async () => (await import('./cohere/cohere.ts')).cohere,
  compatible: async () => (await import('./compatible/compatible.ts')).compatibleDialect,
  ollama: async () => (await import('./ollama/ollama.ts')).ollama,
  cloud1: async () => (await import('./bedrock/bedrock.ts')).bedrock,
  'cloud1-mantle': async () => (await import('./bedrock/mantle.ts')).bedrockMantle,
  cloud2: async () => (await import('./azure/azure.ts')).azure,
  'cloud2-models': async () => (await import('./azure/azure.ts')).azureModels,
  'cloud2-messages': async () => (await import('./azure/azure.ts')).azureMessages,
  cloud3: async () => (await import('./google/vertex/vertex.ts')).vertex,
} satisfies { readonly [Dialect in Exclude<ProviderSpec['dialect'], 'vendor'>]: () => Promise<Adapter> }

/** Single providers that differ although their dialect does not. */
const providers = {
  dashscope: async (): Promise<ProviderAdapter> => (await import('./compatible/embeddings.ts')).dashscope,
  fireworks: async () => (await import('./fireworks/images.ts')).fireworks,
  mistral: async () => (await import('./mistral/mistral.ts')).mistral,
  nomic: async () => (await import('./nomic/embed.ts')).nomic,
  openai: async () => (await import('./openai/count-tokens.ts')).openai,
  replicate: async () => (await import('./replicate/images.ts')).replicate,
  stability: async () => (await import('./stability/images.ts')).stability,
  together: async () => (await import('./together/together.ts')).together,
  voyage: async () => (await import('./compatible/embeddings.ts')).voyage,
} satisfies { readonly [id: string]: () => Promise<ProviderAdapter> }

/** Every dialect, and every provider with an adapter of its own. */
export interface AdapterTables {
  readonly dialects: { readonly [Dialect in keyof typeof dialects]: Adapter }
  readonly providers: { readonly [Id in keyof typeof providers]: ProviderAdapter }
}

type Named = Pick<ProviderSpec, 'id' | 'dialect'>

export interface LoadedAdapters extends Adapters {
  /** Loads the adapters of these providers. */
  readonly load: (specs: Iterable<Named>) => Promise<void>
  readonly loadAll: () => Promise<void>
}

export function createLoadedAdapters(): LoadedAdapters {
  const byDialect = new Map<string, Adapter>()
  const byProvider = new Map<string, ProviderAdapter>()
  const loadInto = async <Loaded>(
    target: Map<string, Loaded>,
    loaders: Readonly<Record<string, () => Promise<Loaded>>>,
    names: Iterable<string>,
  ): Promise<void> => {
    const missing = [...new Set(names)].filter(name => Object.hasOwn(loaders, name) && !target.has(name))
    await Promise.all(
      missing.map(async name => {
        const loaded = await loaders[name]?.()
        if (loaded !== undefined) target.set(name, loaded)
      }),
    )
  }
  const loadNamed = async (dialectNames: readonly string[], ids: readonly string[]): Promise<void> => {
    await Promise.all([
      loadInto(byDialect, dialects, dialectNames),
      loadInto<ProviderAdapter>(byProvider, providers, ids),
    ])
  }
  return {
    ofDialect: ({ dialect }) => loadedOf(byDialect, dialects, dialect),
    ofProvider: ({ id }) => loadedOf(byProvider, providers, id),
    load: specs => {
      const list = [...specs]
      return loadNamed(
        list.map(({ dialect }) => dialect),
        list.map(({ id }) => id),
      )
    },
    loadAll: () => loadNamed(Object.keys(dialects), Object.keys(providers)),
  }
}

/** Undefined if there is none; what was not loaded is not to be used. */
function loadedOf<Loaded>(
  loaded: ReadonlyMap<string, Loaded>,
  loaders: object,
  name: string,
): Loaded | undefined {
  const found = loaded.get(name)
  if (found === undefined && Object.hasOwn(loaders, name))
    throw new Error(`The adapter "${name}" is used before it is loaded.`)
  return found
}
