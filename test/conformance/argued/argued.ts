/** A difference from an expected digest where we hold that ours is right; docs/conformance.md shows the bytes. */
export interface Argued {
  readonly file: string
  /** A path into the digest, or `detect`. */
  readonly field: string
  readonly why: string
}
