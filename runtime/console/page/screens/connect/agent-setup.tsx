// The settings of a coding agent for this gateway: what `portolan connect` prints.
import {
  agentModel,
  fillText,
  freshFile,
  type GatewayModel,
  type SetupValues,
  smallModel,
  stepLines,
} from '../../../../../schemas/contracts/coding-agent.ts'
import { codingAgents } from '../../../../../schemas/generated/coding-agents.ts'
import type { SetupStep } from '../../../../../schemas/generated/types.ts'
import { isObject, type JsonObject } from '../../../../../schemas/values/json.ts'
import { changeQuery, queryOf } from '../../address.ts'
import { caller } from '../../api/session.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { ModelField } from './model-field.tsx'

interface SetupProps {
  readonly listed: readonly GatewayModel[]
  /** The URL of the gateway without a path. */
  readonly origin: string
}

const FIRST_AGENT = 'claude-code'

export function AgentSetup({ listed, origin }: SetupProps) {
  const id = queryOf('agent') ?? FIRST_AGENT
  const agent = codingAgents.find(each => each.id === id) ?? codingAgents[0]
  if (agent === undefined) return null
  const model = queryOf('model') ?? agentModel(agent, listed) ?? '@slug/model'
  const values: SetupValues = {
    origin,
    model,
    small: smallModel(model, listed),
    signedIn: caller.value?.type === 'person',
  }
  return (
    <>
      <div class="filters">
        <label class="field">
          <span>Agent</span>
          <select
            value={agent.id}
            onChange={({ currentTarget: { value } }) => changeQuery({ agent: value, model: undefined })}
          >
            {codingAgents.map(each => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <ModelField listed={listed} model={model} />
      </div>
      {values.signedIn && (
        <CodeBlock
          label="Your key, from your sign-in"
          text={`export PORTOLAN_API_KEY="$(portolan token --gateway ${origin})"`}
        />
      )}
      {agent.steps.map(step => (
        <Step key={JSON.stringify(step)} step={step} values={values} />
      ))}
      {agent.start !== undefined && (
        <CodeBlock label={`Start ${agent.name}`} text={fillText(agent.start, values)} />
      )}
      {agent.notes !== undefined && (
        <ul>
          {agent.notes.map(note => (
            <li key={note}>{fillText(note, values).replaceAll('`', '')}</li>
          ))}
        </ul>
      )}
      <p class="quiet">
        <code>
          portolan connect {agent.id} --gateway {origin} --write
        </code>{' '}
        writes them into the files and tries them.
      </p>
    </>
  )
}

function Step({ step, values }: { readonly step: SetupStep; readonly values: SetupValues }) {
  if (step.file === undefined) {
    const label =
      step.variables !== undefined ? 'In the shell' : step.command === undefined ? 'In the settings' : 'Run'
    return <CodeBlock label={label} text={stepLines(step, values)} />
  }
  return (
    <CodeBlock
      label={`~/${step.file}`}
      text={freshFile(step, values, settings => writeBlocks(settings, ''))}
    />
  )
}

/**
 * Settings as YAML: objects as blocks, all else as JSON, which YAML reads. They are few and plain, so no library is loaded for them; files that
 * exist are changed by `portolan connect`.
 */
const writeBlocks = (settings: JsonObject, indent: string): string =>
  Object.entries(settings)
    .map(([name, value]) => {
      const key = /^[\w-]+$/.test(name) ? name : JSON.stringify(name)
      return isObject(value) && Object.keys(value).length > 0
        ? `${indent}${key}:\n${writeBlocks(value, `${indent}  `)}`
        : `${indent}${key}: ${JSON.stringify(value)}`
    })
    .join('\n')
