import { type Fields, list, record } from './asked'

// The items that the official SDK's `ResponseInputItem` has, as far as recorded answers have them. Each field that is required there is required here.

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const oneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value)
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value)
const anything: Check = () => true

/** An object with these fields, and with no others: the API refuses fields that it does not know. */
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(record(value)).every((name) => name in fields) &&
    Object.entries(fields).every(([name, check]) => check(record(value)[name]))

/** An object with these fields at least. */
const has =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, check]) => check(record(value)[name]))

const isStatus = oneOf('in_progress', 'completed', 'incomplete')
const isPhase = optional(oneOf('commentary', 'final_answer'))
const isCaller = optional(shape({ type: oneOf('direct', 'program'), caller_id: optional(isText) }))

const isAnnotation = has({
  type: oneOf('url_citation', 'file_citation', 'container_file_citation', 'file_path'),
})

const isPiece: Check = (value) =>
  shape({ type: oneOf('output_text'), text: isText, annotations: isListOf(isAnnotation) })(value) ||
  shape({ type: oneOf('refusal'), refusal: isText })(value)

const isOutput: Check = (value) => isText(value) || isListOf(has({ type: isText }))(value)

const MESSAGE: Check = (value) => {
  const { role, id } = record(value)
  if (role === 'user') return shape({ type: isText, role: isText, content: isText })(value)
  return id === undefined
    ? shape({ type: isText, role: oneOf('assistant'), content: isText, phase: isPhase })(value)
    : shape({
        type: isText,
        id: isText,
        role: oneOf('assistant'),
        status: isStatus,
        phase: isPhase,
        content: isListOf(isPiece),
      })(value)
}

const call = (input: string): Check =>
  shape({
    type: isText,
    id: optional(isText),
    call_id: isText,
    name: isText,
    [input]: isText,
    caller: isCaller,
    namespace: optional(isText),
  })

const output = shape({ type: isText, call_id: isText, output: isOutput, caller: isCaller })

const CHECKS: ReadonlyMap<unknown, Check> = new Map([
  ['message', MESSAGE],
  [
    'reasoning',
    shape({
      type: isText,
      id: optional(isText), // required by the type, and not by the server where the reasoning is encrypted
      summary: isListOf(shape({ type: oneOf('summary_text'), text: isText })),
      content: optional(isListOf(shape({ type: oneOf('reasoning_text'), text: isText }))),
      encrypted_content: optional(isText),
      format: optional(isText), // of OpenRouter
    }),
  ],
  ['function_call', call('arguments')],
  ['custom_tool_call', call('input')],
  ['function_call_output', output],
  ['custom_tool_call_output', output],
  ['web_search_call', has({ id: isText, status: isText })],
  ['file_search_call', has({ id: isText, status: isText, queries: isListOf(isText) })],
  [
    'code_interpreter_call',
    has({ id: isText, status: isText, container_id: isText, code: optional(isText) }),
  ],
  ['image_generation_call', has({ id: isText, status: isText, result: optional(isText) })],
  ['mcp_call', has({ id: isText, arguments: isText, name: isText, server_label: isText })],
  ['mcp_list_tools', has({ id: isText, server_label: isText, tools: isListOf(isObject) })],
  ['shell_call', has({ call_id: isText, action: isObject })],
  ['shell_call_output', has({ call_id: isText, output: isListOf(isObject) })],
  ['tool_search_call', has({ arguments: anything })],
  ['tool_search_output', has({ tools: isListOf(isObject) })],
  ['program', has({ id: isText, call_id: isText, code: isText, fingerprint: isText })],
  ['program_output', has({ id: isText, call_id: isText, result: isText, status: isText })],
  ['compaction', has({ encrypted_content: isText })],
])

/** Whether the official SDK would take the item. */
export const isInputItem = (item: Fields): boolean => CHECKS.get(item['type'])?.(item) === true

/** Items in a place where the API refuses them: half a call, reasoning that leads to nothing. */
export const misplaced = (items: readonly Fields[]): readonly Fields[] => {
  const ids = (wanted: (type: string) => boolean): ReadonlySet<unknown> =>
    new Set(items.flatMap((item) => (wanted(String(item['type'])) ? [item['call_id']] : [])))
  const calls = ids((type) => !type.endsWith('_output'))
  const outputs = ids((type) => type.endsWith('_output'))
  return items.filter((item, position) => {
    const type = String(item['type'])
    if (type === 'reasoning') {
      const next = list(items.slice(position + 1)).find((one) => one['type'] !== 'reasoning')
      return next === undefined || next['role'] === 'user' || String(next['type']).endsWith('_output')
    }
    const isCalled = type === 'function_call' || type === 'custom_tool_call' || type === 'shell_call'
    const id = item['call_id'] ?? null
    return (isCalled && !outputs.has(id)) || (type.endsWith('_output') && id !== null && !calls.has(id))
  })
}
