// `npm run bench`: the scenarios of `main.ts`, or a bench by its name.
const NAMED = ['workers', 'many-streams', 'half-load', 'many-plans', 'detect']
const [name] = process.argv.slice(2)
await import(name !== undefined && NAMED.includes(name) ? `./${name}.ts` : './main.ts')
