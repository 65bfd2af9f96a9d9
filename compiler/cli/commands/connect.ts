// `portolan connect AGENT`: the settings of a coding agent for a gateway and a key, printed or written, and a call that shows that they work.
import { homedir } from 'node:os'
import {
  agentModel,
  fillText,
  KEY_VARIABLE,
  type SetupValues,
  smallModel,
} from '../../../schemas/contracts/coding-agent.ts'
import { codingAgents } from '../../../schemas/generated/coding-agents.ts'
import type { CodingAgent } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { type Command, EXIT, type OptionValues, usageError } from '../command.ts'
import { type GatewayAddress, readGatewayAddress } from '../gateway/gateway-address.ts'
import { currentLogin, tokenPorts } from '../gateway/gateway-token.ts'
import { readLogins } from '../gateway/logins.ts'
import { type AgentGateway, listModels, tryModel } from '../gateway/try-agent.ts'
import { describeSetup, setupPath, writeSetup } from '../gateway/write-setup.ts'
import type { Terminal } from '../terminal.ts'

const LOCAL = 'http://127.0.0.1:8787'

export const connectCommand: Command = {
  usage: '[AGENT] [options]',
  help: `Prints the settings with which a coding agent calls a gateway, and calls the gateway as the agent does to show that they work. Without AGENT it lists the agents. The key is read from ${KEY_VARIABLE} and is never printed or written: agents read it from there. Without it, the sign-in of "portolan login" is used, and agents that take a command for the key get "portolan token".

Options:
  --gateway URL        the gateway (default: ${LOCAL})
  --model NAME         the model, as @slug/model (default: one of the gateway's list that suits the agent)
  --small-model NAME   the model for titles and summaries (default: a cheaper one of the same provider)
  --write              write the settings into the agent's files; what is there stays, and changed files are copied first
  --no-call            do not call a model

Exit codes: 0 the settings work, 1 a call was refused or a file was not written, 64 usage error.`,
  words: () => ({ '': codingAgents.map(({ id }) => id) }),
  options: {
    gateway: { type: 'string' },
    model: { type: 'string' },
    'small-model': { type: 'string' },
    write: { type: 'boolean' },
    'no-call': { type: 'boolean' },
  },
  run: async ([id, ...others], values, terminal) => {
    if (id === undefined) return listAgents(terminal)
    const agent = codingAgents.find(each => each.id === id)
    if (agent === undefined || others.length > 0) {
      const unknown =
        agent === undefined ? `${quoteName(id)} is not a known agent.` : 'connect takes one agent.'
      return usageError(
        terminal,
        `${unknown}${didYouMean(
          suggest(
            id,
            codingAgents.map(each => each.id),
          ),
        )}`,
        'connect',
      )
    }
    const address = readGatewayAddress(String(values['gateway'] ?? LOCAL))
    if ('fault' in address) return usageError(terminal, address.fault, 'connect')
    const key = terminal.environment[KEY_VARIABLE] || undefined
    const isSignedIn = key === undefined && readLogins(tokenPorts(terminal).file).has(address.origin)
    const token = isSignedIn ? await tokenOf(address, terminal) : undefined
    return await connect(agent, { ...address, key: key ?? token, isSignedIn, send: fetch }, values, terminal)
  },
}

/** Undefined if the sign-in has ended: the call that is tried shows it. */
async function tokenOf(address: GatewayAddress, terminal: Terminal): Promise<string | undefined> {
  try {
    return (await currentLogin(address, [], tokenPorts(terminal))).token
  } catch (error) {
    terminal.writeStderr(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function listAgents(terminal: Terminal): number {
  const width = Math.max(...codingAgents.map(({ id }) => id.length))
  for (const { id, name } of codingAgents) terminal.writeStdout(`${id.padEnd(width)}  ${name}`)
  return EXIT.clean
}

async function connect(
  agent: CodingAgent,
  gateway: AgentGateway,
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const chosen = await chooseModels(agent, gateway, options)
  if ('fault' in chosen) {
    terminal.writeStderr(chosen.fault)
    return EXIT.findings
  }
  const values: SetupValues = { origin: gateway.origin, ...chosen, signedIn: gateway.isSignedIn }
  const isSetUp = setUp(agent, values, options['write'] === true, terminal)
  if (options['no-call'] === true) return isSetUp ? EXIT.clean : EXIT.findings
  const works = await callModels(agent, gateway, chosen, terminal)
  return isSetUp && works ? EXIT.clean : EXIT.findings
}

interface ChosenModels {
  readonly model: string
  readonly small: string
}

/** The list of the gateway is not needed where both models are given. */
async function chooseModels(
  agent: CodingAgent,
  gateway: AgentGateway,
  { model, 'small-model': small }: OptionValues,
): Promise<ChosenModels | { readonly fault: string }> {
  if (typeof model === 'string' && typeof small === 'string') return { model, small }
  const listed = await listModels(gateway)
  if ('fault' in listed)
    return typeof model === 'string'
      ? { model, small: String(small ?? model) }
      : { fault: withKeyHint(listed.fault, gateway) }
  const found = typeof model === 'string' ? model : agentModel(agent, listed)
  if (found === undefined)
    return {
      fault: `The gateway lists no model that ${agent.name} can call with this key: name one by --model @slug/model.`,
    }
  return { model: found, small: typeof small === 'string' ? small : smallModel(found, listed) }
}

const withKeyHint = (fault: string, { key }: AgentGateway): string =>
  key === undefined ? `${fault}\n${KEY_VARIABLE} is not set: it has the key of the gateway.` : fault

function setUp(
  { name, steps, start, notes = [] }: CodingAgent,
  values: SetupValues,
  write: boolean,
  terminal: Terminal,
): boolean {
  const { environment, writeStdout, writeStderr } = terminal
  let isWhole = true
  if (values.signedIn) writeStdout(`export ${KEY_VARIABLE}="$(portolan token --gateway ${values.origin})"\n`)
  for (const step of steps) {
    const path = setupPath(step, environment['HOME'] ?? homedir(), environment)
    if (!write || step.file === undefined) {
      writeStdout(`${describeSetup(step, path, values)}\n`)
      continue
    }
    const result = writeSetup(step, path, values, terminal.today())
    if ('fault' in result) {
      isWhole = false
      writeStderr(result.fault)
    } else if (!result.changed) writeStdout(`${result.path} has these settings already.\n`)
    else
      writeStdout(
        `${result.path} was written.${result.backup === undefined ? '' : ` Its copy is ${result.backup}.`}\n`,
      )
  }
  if (start !== undefined) writeStdout(`# start ${name}\n${fillText(start, values)}\n`)
  for (const note of notes) writeStdout(`- ${fillText(note, values).replaceAll('`', '')}`)
  return isWhole
}

async function callModels(
  { api }: CodingAgent,
  gateway: AgentGateway,
  { model, small }: ChosenModels,
  terminal: Terminal,
): Promise<boolean> {
  let works = true
  for (const name of new Set([model, small])) {
    const began = terminal.now()
    const refused = await tryModel(gateway, api, name)
    if (refused === undefined) {
      terminal.writeStderr(`ok: ${name} answered in ${Math.round(terminal.now() - began)} ms`)
      continue
    }
    works = false
    terminal.writeStderr(
      `${terminal.paint('error', 'refused')}: ${name}: ${withKeyHint(refused.fault, gateway)}`,
    )
  }
  return works
}
