/** A string built by appending is a tree of its pieces until someone looks into it; a look makes it one block, and frees the tree. */
export const flatten = (text: string): void => {
  text.charCodeAt(0)
}

/**
 * How long a text that grows may become before it is made one block, in UTF-16 units. Now and then that costs one copy of its characters; left
 * alone until its end the tree costs the garbage collector more, which finds every piece still alive.
 */
export const LONGEST_TREE = 4_096
