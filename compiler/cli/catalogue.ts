// The catalog of the command line: its pattern analysis also detects catastrophic backtracking.
import { runtimeCatalog } from '../../runtime/catalogue.ts'
import type { Catalog } from '../catalog.ts'
import { judgePattern } from '../judges/pattern.ts'

export const cliCatalog = (): Catalog => ({ ...runtimeCatalog(), judgePattern })
