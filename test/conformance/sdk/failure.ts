import type { SdkFailure } from './oracle'

/** What an SDK threw; `reported` where it passes on an error of the provider's. */
export const failureOf = (thrown: unknown, reported: boolean): SdkFailure => ({
  reported,
  message: thrown instanceof Error ? thrown.message : String(thrown),
})
