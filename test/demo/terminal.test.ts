import { describe, expect, it } from 'vitest'
import { columns, cut, openTerminal, paintFor, wrap } from '../../demo/terminal'

describe('the lines of a terminal', () => {
  const written = (isTTY: boolean, rows = 24) => {
    let text = ''
    const write = (more: string): void => {
      text += more
    }
    const terminal = openTerminal({ isTTY, rows, write })
    const take = (): string => {
      const taken = text.replaceAll('\u001B', '^')
      text = ''
      return taken
    }
    return { terminal, take }
  }

  it('are written again from the first that changed', () => {
    const { terminal, take } = written(true)
    terminal.show(['a', 'b'])
    expect(take()).toBe('\ra^[K\nb^[K\n')
    terminal.show(['a', 'b'])
    expect(take()).toBe('')
    terminal.show(['a', 'bc', 'd'])
    expect(take()).toBe('^[1A\rbc^[K\nd^[K\n')
    terminal.show(['a'])
    expect(take()).toBe('^[2A\r^[J')
    terminal.settle()
    terminal.show(['new'])
    expect(take()).toBe('\rnew^[K\n')
  })

  it('that have scrolled off the top stay as they are', () => {
    const { terminal, take } = written(true, 4)
    terminal.show(['1', '2', '3', '4', '5'])
    take()
    terminal.show(['changed', '2', '3', '4', '5!'])
    expect(take()).toBe('^[2A\r4^[K\n5!^[K\n')
  })

  it('are written once they have settled where there is no terminal', () => {
    const { terminal, take } = written(false)
    terminal.show(['a'])
    terminal.show(['ab', 'c'])
    expect(take()).toBe('')
    terminal.settle()
    expect(take()).toBe('ab\nc\n')
  })

  it('hold no colours where none are wanted', () => {
    expect(paintFor(false).red('a')).toBe('a')
    expect(paintFor(true).red('a')).toBe('\u001B[31ma\u001B[39m')
  })

  it.each([
    ['a long way home', 8, ['a long', 'way home']],
    ['incomprehensibly long', 6, ['incomp', 'rehens', 'ibly', 'long']],
    ['one\n\ntwo', 10, ['one', '', 'two']],
    ['🐚🐚 🐚🐚', 5, ['🐚🐚', '🐚🐚']],
    ['', 5, ['']],
  ])('%j is wrapped to %i columns', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines)
    for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width)
  })

  it('are cut anywhere where spaces do not matter', () => {
    expect(cut('{"a": 1}\n', 4)).toEqual(['{"a"', ': 1}', ' '])
    expect(cut('', 4)).toEqual([''])
  })
})
