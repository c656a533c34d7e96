import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256'

test('it is the SHA-256 that everybody else computes', () => {
  const edges = ['00'.repeat(32), 'ff'.repeat(32), '00'.repeat(31) + '01', '80' + '00'.repeat(31)]
  for (let i = 0; i < 500; i++) edges.push(randomBytes(32).toString('hex'))
  for (const hex of edges) expect(sha256(hex)).toBe(createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex'))
})

test('anything but 32 bytes in hex is refused', () => {
  for (const odd of ['', 'ab', 'AB'.repeat(32), 'ab'.repeat(33), 'zz'.repeat(32)]) expect(() => sha256(odd)).toThrow()
})
