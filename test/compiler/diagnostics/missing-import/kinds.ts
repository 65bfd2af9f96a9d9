import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { a } from '../../outside.ts'
import { b } from './absent.ts'
export default { a, b, c: readFileSync, z }
