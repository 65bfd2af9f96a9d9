// The catalogue as the command line knows it: with the judge that also finds patterns which backtrack without bound.
import { runtimeCatalog } from '../../runtime/catalogue.ts'
import type { Catalog } from '../catalog.ts'
import { judgePattern } from '../judges/pattern.ts'

export const cliCatalog = (): Catalog => ({ ...runtimeCatalog(), judgePattern })
