import type { Either } from 'fp-ts/Either'
import type { Provider } from '../frames'
import type { Chunk } from '../providers'
import type { DecodeError } from './error'

/** One thing that a stream held: a chunk, or what stood where one was due. Plain JSON, so that it can be kept and folded anywhere. */
export type Decoded<P extends Provider = Provider> = Either<DecodeError, Chunk<P>>
