import { expect } from 'vitest'
import { ModelError, type ModelPart, type ResponseCollector } from '../../src/runner'

/** A piece of the call with this index. */
export const piece = (index: number, text: string, more: { id?: string; name?: string } = {}): ModelPart => ({
  type: 'function-call-delta',
  index,
  ...more,
  arguments: text,
})

/** The collector with all of these parts in it. */
export const filled = <Result>(
  collector: ResponseCollector<Result>,
  parts: readonly ModelPart[],
): ResponseCollector<Result> => {
  for (const part of parts) collector.push(part)
  return collector
}

/** What `run` throws or rejects with; it must be one of ours. */
export const errorOf = async (run: () => unknown): Promise<ModelError> => {
  try {
    await run()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ModelError)
    return thrown as ModelError // as was just checked
  }
  throw new Error('It did not fail.')
}
