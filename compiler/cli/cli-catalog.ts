// The catalog of the command line.
import { analyzePattern } from '../../runtime/process/catalog.ts'
import type { Catalog, ModelLives } from '../facts/catalog.ts'
import { advisedCatalog } from './advised-catalog.ts'

/** `lives`: absent if the command does not report the lives of models. */
export const cliCatalog = (lives?: ModelLives): Catalog => advisedCatalog(analyzePattern, lives)
