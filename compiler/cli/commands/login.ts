// `portolan login`, `token` and `logout`: a person signs in at a gateway, and programs of the person get a token that is renewed.
import { spawn } from 'node:child_process'
import { hostname } from 'node:os'
import { IssuerError } from '../../../runtime/console/issuer-client.ts'
import { type Command, EXIT, type OptionValues, usageError } from '../command.ts'
import { type GatewayAddress, readGatewayAddress } from '../gateway/gateway-address.ts'
import {
  currentLogin,
  endLogin,
  exchangeTokens,
  findIssuer,
  TokenError,
  tokenPorts,
} from '../gateway/gateway-token.ts'
import { signInAtIssuer } from '../gateway/issuer-sign-in.ts'
import { LoginsError, readLogins, whileLocked } from '../gateway/logins.ts'
import type { Terminal } from '../terminal.ts'

export const loginCommand: Command = {
  usage: '--gateway URL [options]',
  help: `Signs you in at a gateway whose manifest has sign_in.client_id: in the browser, or with a code that you enter on another device. The gateway gives a token for calls, with your rights; it is stored in a file that only you can read, and "portolan token" prints and renews it.

Options:
  --gateway URL     the gateway
  --workspace NAME  the workspace that calls are made in (needed by members of several)
  --device          with a code that is entered on another device
  --browser         in the browser of this machine`,
  options: {
    gateway: { type: 'string' },
    workspace: { type: 'string' },
    device: { type: 'boolean' },
    browser: { type: 'boolean' },
  },
  run: async (positionals, values, terminal) => {
    const address = namedGateway(positionals, values, terminal, 'login')
    if (typeof address === 'number') return address
    const { device, browser, workspace } = values
    if (device === true && browser === true)
      return usageError(terminal, 'Choose --device or --browser.', 'login')
    const ports = tokenPorts(terminal)
    return await inSentences(terminal, async () => {
      const issuer = await findIssuer(address, ports.send)
      const tokens = await signInAtIssuer(
        issuer,
        { send: ports.send, show: terminal.writeStderr, openPage },
        {
          onDevice: device === true ? true : browser === true ? false : undefined,
          hasBrowser: hasBrowser(terminal),
        },
      )
      const wanted = {
        workspace: typeof workspace === 'string' ? workspace : undefined,
        device: hostname().slice(0, 100) || 'default',
      }
      const login = await whileLocked(ports.file, () =>
        exchangeTokens(address, issuer, tokens, wanted, ports),
      )
      terminal.writeStdout(
        `Signed in at ${address.origin} as ${login.user}, in the workspace ${login.workspace}, until ${new Date(login.expiresAt).toISOString()}${login.refreshToken === undefined ? '' : ', renewed as needed'}.`,
      )
    })
  },
}

export const tokenCommand: Command = {
  usage: '[--gateway URL]',
  help: `Prints the token of your sign-in at a gateway, and renews it if it ends soon: for settings of agents that take a command, such as apiKeyHelper of Claude Code.

Options:
  --gateway URL  the gateway (default: the only one that you are signed in at)

Exit codes: 0 the token is printed, 1 you are not signed in.`,
  options: { gateway: { type: 'string' } },
  run: async (positionals, values, terminal) => {
    const address = knownGateway(positionals, values, terminal, 'token')
    if (typeof address === 'number') return address
    return await inSentences(terminal, async () => {
      const { token } = await currentLogin(address, [], tokenPorts(terminal))
      terminal.writeStdout(token)
    })
  },
}

export const logoutCommand: Command = {
  usage: '[--gateway URL]',
  help: `Ends your sign-in at a gateway: its token is revoked and removed from this machine.

Options:
  --gateway URL  the gateway (default: the only one that you are signed in at)`,
  options: { gateway: { type: 'string' } },
  run: async (positionals, values, terminal) => {
    const address = knownGateway(positionals, values, terminal, 'logout')
    if (typeof address === 'number') return address
    return await inSentences(terminal, async () => {
      const fault = await endLogin(address, tokenPorts(terminal))
      if (fault !== undefined)
        throw new TokenError(`The token was removed from this machine, and ends at its time. ${fault}`)
      terminal.writeStdout(`Signed out at ${address.origin}.`)
    })
  },
}

async function inSentences(terminal: Terminal, action: () => Promise<void>): Promise<number> {
  try {
    await action()
    return EXIT.clean
  } catch (error) {
    const isSentence =
      error instanceof TokenError || error instanceof IssuerError || error instanceof LoginsError
    if (!isSentence) throw error
    terminal.writeStderr(error.message)
    return EXIT.findings
  }
}

function namedGateway(
  positionals: readonly string[],
  { gateway }: OptionValues,
  terminal: Terminal,
  command: string,
): GatewayAddress | number {
  if (positionals.length > 0) return usageError(terminal, `${command} takes no arguments.`, command)
  if (typeof gateway !== 'string')
    return usageError(terminal, 'The gateway is missing: --gateway URL.', command)
  const address = readGatewayAddress(gateway)
  return 'fault' in address ? usageError(terminal, address.fault, command) : address
}

/** Without an option, the only gateway with a sign-in. */
function knownGateway(
  positionals: readonly string[],
  values: OptionValues,
  terminal: Terminal,
  command: string,
): GatewayAddress | number {
  const origins = [...readLogins(tokenPorts(terminal).file).keys()]
  const [only] = origins
  if (values['gateway'] === undefined && only !== undefined && origins.length === 1)
    return namedGateway(positionals, { gateway: only }, terminal, command)
  if (values['gateway'] === undefined && origins.length === 0) {
    terminal.writeStderr('You are not signed in at any gateway: run "portolan login --gateway URL".')
    return EXIT.findings
  }
  return namedGateway(positionals, values, terminal, command)
}

const hasBrowser = ({ environment }: Terminal): boolean =>
  environment['SSH_CONNECTION'] === undefined &&
  (process.platform !== 'linux' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']))

const OPENERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** The address is shown as well: a machine may have no program that opens it. */
function openPage(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
