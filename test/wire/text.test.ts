import { describe, expect, it } from 'vitest'
import type { Piece } from '../../src/wire/framing'
import { textFraming } from '../../src/wire/text'
import { encode, shred } from './support'

/** The text that the pieces are handed on as, and how it was cut. */
const read = (...pieces: readonly Piece[]): readonly string[] => {
  const texts: string[] = []
  const framing = textFraming({ push: (text) => void texts.push(text), end: () => void texts.push('END') })
  for (const piece of pieces) framing.push(piece)
  framing.end()
  return texts
}

describe('textFraming', () => {
  it('hands on each piece as it comes', () => {
    expect(read('data: ', encode('a'), '\n\n')).toEqual(['data: ', 'a', '\n\n', 'END'])
  })

  it('joins the bytes of a character that was split', () => {
    expect(read(...shred(encode('é😀'))).join('')).toBe('é😀END')
  })

  it('ends a character that bytes leave open where text or the end follows', () => {
    expect(read(new Uint8Array([0xc3]), 'a', new Uint8Array([0xc3]))).toEqual([
      '\ufffd',
      'a',
      '\ufffd',
      'END',
    ])
  })

  it('drops one byte order mark at the top, in bytes, in pieces of it and in text', () => {
    const marked = encode('\ufeffa')
    expect(read(marked)).toEqual(['a', 'END'])
    expect(read(...shred(marked))).toEqual(['a', 'END'])
    expect(read('\ufeff', 'a')).toEqual(['a', 'END'])
    expect(read('', '\ufeff\ufeffa')).toEqual(['\ufeffa', 'END'])
    expect(read(encode('\ufeff\ufeffa'))).toEqual(['\ufeffa', 'END'])
  })

  it('keeps a byte order mark that stands anywhere else', () => {
    expect(read('a', '\ufeff')).toEqual(['a', '\ufeff', 'END'])
  })

  it('hands on every line end as one line feed', () => {
    expect(read('a\r\nb\rc\nd\r\r\n')).toEqual(['a\nb\nc\nd\n\n', 'END'])
  })

  it('takes a line feed at the top of a piece with the carriage return before it', () => {
    expect(read('a\r', '\nb\r', '\n', '\nc')).toEqual(['a\n', 'b\n', '\nc', 'END'])
    expect(read('\ufeff\r', '\n\n')).toEqual(['\n', '\n', 'END'])
  })

  it('ends a line at its carriage return, without waiting for more', () => {
    const texts: string[] = []
    textFraming({ push: (text) => void texts.push(text), end: () => {} }).push('data: 1\r\r')
    expect(texts).toEqual(['data: 1\n\n'])
  })

  it('takes no other character for a line end', () => {
    expect(read('a\u2028b\u2029c\u0085d\u000be\u000c')).toEqual([
      'a\u2028b\u2029c\u0085d\u000be\u000c',
      'END',
    ])
  })
})
