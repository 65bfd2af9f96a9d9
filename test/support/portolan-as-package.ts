// Lets a process of this checkout import the package by its name without a build, as a project that has it installed does.
import { registerHooks } from 'node:module'

const SURFACES: Readonly<Record<string, string>> = {
  portolan: 'compiler/index.ts',
  'portolan/runtime': 'runtime/index.ts',
}

registerHooks({
  resolve: (specifier, context, next) => {
    const surface = Object.hasOwn(SURFACES, specifier) ? SURFACES[specifier] : undefined
    if (surface === undefined) return next(specifier, context)
    return { url: new URL(`../../${surface}`, import.meta.url).href, shortCircuit: true }
  },
})
