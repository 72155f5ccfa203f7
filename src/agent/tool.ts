import type { JsonObject } from '../data'
import type { AgentToolDefinition } from '../machine'
import { jsonSchemaOf, type OutputOf, type Schema } from '../schema'

/** A tool that a model may call, and what it does. */
export interface Tool<S extends Schema = Schema> {
  readonly name: string
  /** What the model is told of it. */
  readonly description?: string | undefined
  /**
   * What its input has to be: a schema of zod, arktype or any Standard Schema that gives its JSON Schema, or a JSON Schema. One of valibot gives it by
   * `toStandardJsonSchema` of `@valibot/to-json-schema`, or by `parameters`. Absent: it takes none.
   */
  readonly input?: S | undefined
  /** The JSON Schema that the model is told, where `input` has none to give: a library without converter, or with types that JSON does not have. */
  readonly parameters?: JsonObject | undefined
  /** Hold the model to the schema, where the provider can. */
  readonly strict?: boolean | undefined
  /** Milliseconds that a call may take; in place of the agent's `toolTimeout`. */
  readonly timeout?: number | undefined
  /** Each call waits for the agent's `approve`; without one the run is suspended. */
  readonly needsApproval?: boolean | undefined
  /** What becomes of a call that had begun when the run broke off: it runs `again` (the default), or the model hears that it broke off (`report`). */
  readonly whenInterrupted?: 'again' | 'report' | undefined
  /**
   * Does it, with an input that was found valid. What it returns, or promises, is the result: text, any JSON, content parts by `toolContent`, nothing for ''. A
   * generator reports progress: each yielded JSON value is told, the returned one is the result. What it throws is told to the model.
   */
  execute(input: OutputOf<S>, context: ToolContext): unknown
}

export interface ToolContext {
  /** Aborted when the result is of no more use: the time is over, or the run. */
  readonly signal: AbortSignal
  readonly callId: string
  /** The turn, from 1. */
  readonly iteration: number
}

/**
 * A tool whose `execute` has the type of its schema's output.
 *
 * ```ts
 * const weather = tool({
 *   name: 'weather',
 *   input: z.object({ city: z.string() }),
 *   execute: ({ city }, { signal }) => fetchWeather(city, signal),
 * })
 * ```
 */
export const tool = <S extends Schema>(definition: Tool<S>): Tool<S> => definition

/**
 * What the machine knows of a tool.
 *
 * @throws TypeError where nothing says which input the model is to give.
 */
export const definitionOf = (tool: Tool): AgentToolDefinition => {
  const { name, description, strict, timeout, needsApproval, whenInterrupted } = tool
  const parameters = parametersOf(tool)
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
    ...(strict !== undefined && { strict }),
    ...(timeout !== undefined && { timeout }),
    ...(needsApproval !== undefined && { needsApproval }),
    ...(whenInterrupted !== undefined && { whenInterrupted }),
  }
}

const parametersOf = ({ name, input, parameters }: Tool): JsonObject | undefined => {
  if (parameters !== undefined || input === undefined) return parameters
  const found = jsonSchemaOf(input)
  if (found !== undefined) return found
  throw new TypeError(
    `The schema of the tool "${name}" has no JSON Schema to give: say it in \`parameters\`, or take a schema with a Standard JSON Schema converter.`,
  )
}
