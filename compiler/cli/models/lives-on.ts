// The lives of models on a day, for commands that report them: others do not load the table.
import { lives } from '../../../schemas/generated/lives.ts'
import { createLifeSearch } from '../../../schemas/values/model-life.ts'
import type { ModelLives } from '../../facts/catalog.ts'

const find = createLifeSearch(lives)

/** `day` is written as 2026-11-29. */
export const livesOn = (day: string): ModelLives => ({ day, find: (row, model) => find(row.id, model) })
