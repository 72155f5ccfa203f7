import type { Provider } from '../frames'
import { modules } from './modules'
import type { ProviderModule } from './provider'

export const providers: readonly Provider[] = Object.keys(modules).filter(isProvider)

export function isProvider(name: string): name is Provider {
  return Object.hasOwn(modules, name)
}

/** @throws TypeError for a provider we do not know: the caller's mistake. */
export const requireProvider = (provider: Provider): void => {
  if (isProvider(provider)) return
  throw new TypeError(`Unknown provider "${String(provider)}". Known are: ${providers.join(', ')}.`)
}

export const providerModule = <P extends Provider>(provider: P): ProviderModule<P> => modules[provider]
