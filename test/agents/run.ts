// Runs coding agents as they are shipped against a gateway: node test/agents/run.ts [AGENT...] [--folder FOLDER]. It downloads their packages
// (2.5 GB for all) into the folder, so it is not part of the tests.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillText, KEY_VARIABLE } from '../../schemas/contracts/coding-agent.ts'
import { codingAgents } from '../../schemas/generated/coding-agents.ts'
import type { CodingAgent } from '../../schemas/generated/types.ts'
import { ROOT } from '../support/folder.ts'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { type AgentRun, RUNS } from './runs.ts'
import { NOTE, runScriptedProvider, WORD } from './scripted-providers.ts'

const KEY = 'ptl_agents'
const PROMPT = `Read ${NOTE} and tell me the word.`
/** One model of each provider. */
const MODELS: Readonly<Record<string, string>> = {
  anthropic: '@anthropic/claude-sonnet-5-5',
  openai: '@openai/gpt-6.1-sol',
  google: '@google/gemini-3.8-flash',
}
const TIMEOUT = 120_000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: join(tmpdir(), 'portolan-agents') } },
})
const folder = values.folder

interface Finished {
  readonly code: number
  readonly output: string
}

const run = (
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Finished> =>
  new Promise(resolve => {
    const child = execFile(
      command,
      args,
      { cwd, env, timeout: TIMEOUT, maxBuffer: 1 << 26 },
      (error, out, err) => resolve({ code: error === null ? 0 : 1, output: `${out}\n${err}` }),
    )
    child.stdin?.end()
  })

/** The folder with the programs of an agent, which is installed once for each version. */
async function install({ id, package: name = '', tried }: CodingAgent): Promise<string> {
  const at = join(folder, `${id}-${tried}`)
  const programs = join(at, 'node_modules', '.bin')
  if (existsSync(programs)) return programs
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, 'package.json'), '{"private":true}')
  const { code, output } = await run(
    'npm',
    ['install', '--no-audit', '--no-fund', `${name}@${tried}`],
    at,
    process.env,
  )
  if (code !== 0) throw new Error(`${name}@${tried} cannot be installed: ${output}`)
  return programs
}

/** Runs an agent with a home of its own; undefined if it told the word, else what it printed. */
async function runAgent(
  { agent, command, args, environment = {}, bare }: AgentRun,
  gateway: RunningGateway,
  model: string,
  programs: string,
): Promise<string | undefined> {
  const known = codingAgents.find(({ id }) => id === agent)
  if (known === undefined) throw new Error(`${agent} is not in schemas/coding-agents.`)
  // The folder is not below that of temporary files, where Codex keeps no programs.
  const home = mkdtempSync(join(folder, 'home-'))
  writeFileSync(join(home, NOTE), `The word is ${WORD}.\n`)
  const origin = `http://127.0.0.1:${gateway.port}`
  const filled = { origin, model, small: model, signedIn: false }
  const fill = (text: string): string => fillText(text.replaceAll('{key}', KEY), filled)
  const variables = Object.assign({}, ...(bare ? [] : known.steps.map(step => step.variables ?? {})))
  const env = {
    PATH: [programs, dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: home,
    TERM: 'dumb',
    [KEY_VARIABLE]: KEY,
    ...Object.fromEntries(
      Object.entries({ ...variables, ...environment }).map(([name, value]) => [name, fill(String(value))]),
    ),
  }
  if (!bare) {
    const main = join(ROOT, 'compiler/cli/main.ts')
    const options = ['--gateway', origin, '--model', model, '--small-model', model, '--write']
    const connected = await run(process.execPath, [main, 'connect', agent, ...options], home, env)
    if (connected.code !== 0) return connected.output
    for (const step of known.steps)
      if (step.command !== undefined) {
        const done = await run('sh', ['-c', fill(step.command)], home, env)
        if (done.code !== 0) return done.output
      }
  }
  const { output } = await run(join(programs, command), args(PROMPT, model), home, env)
  rmSync(home, { recursive: true, force: true })
  return output.includes(`The word is ${WORD}`) ? undefined : output
}

async function main(): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const provider = await runScriptedProvider(() => {})
  const at = (path: string) => ({ api_key: '${env:PROVIDER_KEY}', custom_host: `${provider.origin}${path}` })
  const gateway = await runGateway(
    {
      providers: {
        anthropic: { provider: 'anthropic', ...at('/v1') },
        openai: { provider: 'openai', ...at('/v1') },
        google: { provider: 'google', ...at('/v1beta') },
      },
      trusted_hosts: ['127.0.0.1'],
      api_keys: [{ id: 'agents', hash: `sha256:${createHash('sha256').update(KEY).digest('hex')}` }],
    },
    {},
    { PROVIDER_KEY: 'key-of-the-provider' },
  )
  const chosen = RUNS.filter(({ agent }) => positionals.length === 0 || positionals.includes(agent))
  let failed = 0
  for (const each of chosen) {
    const agent = codingAgents.find(({ id }) => id === each.agent)
    if (agent === undefined) continue
    const programs = await install(agent)
    const cells: string[] = []
    for (const [slug, model] of Object.entries(MODELS)) {
      const began = performance.now()
      const fault = await runAgent(each, gateway, model, programs)
      if (fault !== undefined) failed += 1
      cells.push(
        `${slug} ${fault === undefined ? 'ok' : 'FAILED'} ${((performance.now() - began) / 1000).toFixed(1)} s`,
      )
      if (fault !== undefined) console.error(fault.slice(-2000))
    }
    const way = each.way === undefined ? '' : ` (${each.way})`
    console.log(`${agent.name} ${agent.tried}${way}: ${cells.join(', ')}`)
  }
  await gateway.stop()
  await provider.stop()
  console.log(`${failed} failed`)
  return failed === 0 ? 0 : 1
}

process.exit(await main())
