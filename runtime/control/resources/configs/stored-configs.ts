// The configs that were saved by API, for calls: those in use are in memory, versions that calls pin are read when they are first named.
// Each plan is compiled once in a process; one that names secrets is compiled again when a reference of the store has changed.
import { isUuid } from '../../../../schemas/values/uuid.ts'
import type { FoundVersion, StoredConfigs } from '../../../values/config-versions.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { createLruMap } from '../../../values/lru-map.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import type { Replica } from '../../core/replica.ts'
import type { ResourceStore } from '../../core/resource-store.ts'
import { storeFault } from '../../core/store-error.ts'
import { readOnce } from '../../core/stored-form.ts'
import type { StoredReferences } from '../secret-references/stored-references.ts'
import { type CompiledConfig, type ConfigCompiler, compileConfig } from './compile-config.ts'
import {
  CONFIG,
  CONFIG_FORM,
  CONFIGS_OF_WORKSPACE,
  numberOfVersion,
  readSavedVersion,
  type SavedConfig,
  secretsNamedIn,
} from './model.ts'

/** Compiled plans that are cached; a config beyond them is compiled again when it is used. */
const MAX_COMPILED = 10_000

const configOf = readOnce(CONFIG_FORM)

export interface StoredConfigsCompiler extends ConfigCompiler {
  readonly references: NamedSecrets | undefined
}

type NamedSecrets = Pick<StoredReferences, 'all' | 'generation' | 'lookUp'>

interface Compiled {
  readonly result: FoundVersion | Failure
  /** The generation of the secret references that it was compiled with; undefined where it names none. */
  readonly generation: number | undefined
}

export function createStoredConfigs(
  store: ResourceStore,
  replica: Replica,
  compiler: StoredConfigsCompiler,
): StoredConfigs {
  const { references } = compiler
  const compiled = createLruMap<Compiled>({
    entries: MAX_COMPILED,
    bytes: Number.POSITIVE_INFINITY,
  })
  const generation = (): number => references?.generation() ?? 0
  const compileOnce = (slug: string, text: string): FoundVersion | Failure => {
    const name = compiler.hash(text)
    const known = compiled.get(name)
    if (known !== undefined && (known.generation === undefined || known.generation === generation()))
      return known.result
    const compiling = compileConfig(compiler, slug, text)
    const used = secretsNamedIn(text).length > 0 ? generation() : undefined
    const result = isFailure(compiling)
      ? compiling
      : toFound(compiling, used === undefined ? undefined : references)
    compiled.set(name, { result, generation: used }, 0)
    return result
  }
  const findConfig = (slug: string, workspace: string): SavedConfig | undefined => {
    const resource = replica.get(CONFIG, slug)
    const config = resource && configOf(resource)
    return config?.workspace === workspace && config.status === 'active' ? config : undefined
  }
  return {
    slugOf: (id, workspace) => {
      const slug = isUuid(id) ? findResourceNamed(replica, CONFIG, id)?.id : undefined
      return slug !== undefined && findConfig(slug, workspace) !== undefined ? slug : undefined
    },
    slugs: workspace =>
      replica
        .find(CONFIGS_OF_WORKSPACE, workspace)
        .filter(({ id }) => findConfig(id, workspace) !== undefined)
        .map(({ id }) => id),
    inUse: (slug, workspace) => {
      const config = findConfig(slug, workspace)
      return config === undefined ? replica.lookFault() : compileOnce(slug, config.text)
    },
    find: async (slug, version, workspace) => {
      const config = findConfig(slug, workspace)
      if (config === undefined) return replica.lookFault()
      const number = numberOfVersion(config, version)
      try {
        const found = number === undefined ? undefined : await readSavedVersion(store, slug, number)
        return found === undefined
          ? (replica.lookFault() ??
              failure('unknown_config', `Config ${quoted(slug)} has no version ${quoted(version)}.`, {
                param: 'config',
              }))
          : compileOnce(slug, found.text)
      } catch (error) {
        return storeFault(error)
      }
    },
  }
}

const toFound = ({ plan, digest }: CompiledConfig, references: NamedSecrets | undefined): FoundVersion => ({
  plan,
  digest,
  byCaller: true,
  ...(references && {
    secrets: {
      generation: references.generation(),
      references: references.all(),
      secret: ({ name }) => references.lookUp(name),
    },
  }),
})
